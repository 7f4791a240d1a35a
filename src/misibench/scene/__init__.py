"""What is drawn: cameras, shots, colours, labels; and how."""

from misibench.scene.annotation import STICK_RADIUS, Annotation, annotate
from misibench.scene.camera import Bounds, Camera, View, fit_camera, view_camera
from misibench.scene.compose import SceneComposer, compose_scene, depth_limits, shot_camera
from misibench.scene.coordinates import screen_record
from misibench.scene.options import Look, PictureOptions, Style
from misibench.scene.scene import LABEL_HEIGHT, LabelKind, Scene
from misibench.scene.shot import Shot, Subject

__all__ = [
    "LABEL_HEIGHT",
    "STICK_RADIUS",
    "Annotation",
    "Bounds",
    "Camera",
    "LabelKind",
    "Look",
    "PictureOptions",
    "Scene",
    "SceneComposer",
    "Shot",
    "Style",
    "Subject",
    "View",
    "annotate",
    "compose_scene",
    "depth_limits",
    "fit_camera",
    "screen_record",
    "shot_camera",
    "view_camera",
]
