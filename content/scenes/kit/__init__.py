"""Procedural parts for the 360-degree scenes: geometry, materials and furniture, all made by code."""
