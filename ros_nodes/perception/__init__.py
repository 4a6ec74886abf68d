"""Images in, ``SceneObservation`` out: camera model, detectors, tracker, predicates.

Everything is measured from images, calibration, joint state and the object catalogue; nothing is
taken from a simulator's state. Start at :mod:`ros_nodes.perception.pipeline`.
"""
