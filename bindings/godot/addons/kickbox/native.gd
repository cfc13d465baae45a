# SPDX-License-Identifier: MIT
# Names the extension's class, so it is read only where the extension is loaded.
extends RefCounted


static func kickbox() -> Variant:
	return Kickbox
