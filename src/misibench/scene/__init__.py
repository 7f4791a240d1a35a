"""What a picture shows: camera and views, colours, labels."""
