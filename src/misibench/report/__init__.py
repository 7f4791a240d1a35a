"""Tables, figures and pages about scored runs, beside the published results."""
