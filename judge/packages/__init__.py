"""Problem packages of other tools, in and out.

A reader for each origin (`readers.py`) makes of a folder the problems that a project would hold
(`package.py`), and one layout (`layout.py`) writes these: into a project, or for a process that judges a
package where it lies.
Others use `taking.taken` and `place.project_at`.
"""
