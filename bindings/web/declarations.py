# SPDX-License-Identifier: MIT
def declarations(model):
    return ""
