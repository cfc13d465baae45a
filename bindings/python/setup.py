# SPDX-License-Identifier: MIT
"""Compiles the C library beside the package. It is loaded by ctypes, so any Python 3 will do."""
from setuptools import Extension, setup

setup(
    ext_modules=[Extension(
        "kickbox.libkickbox_flat",
        ["src/kickbox.c", "src/kickbox_pack.c", "src/kickbox_flat.c"],
        include_dirs=["src"], depends=["src/kickbox.h", "src/kickbox_pack.h"],
        extra_compile_args=["-O2", "-ffp-contract=off"], py_limited_api=True)],
    options={"bdist_wheel": {"py_limited_api": "cp39"}})
