# SPDX-License-Identifier: MIT
"""Frames as pygame draws them.

    from kickbox.pygame import Pictures, rect
    pictures = Pictures(bank)
    pictures.draw(screen, frame, kickbox.at(100, 80))"""
from __future__ import annotations

import io
import os
from typing import Dict, Optional

import pygame

from . import (ALL_CLASSES, Bank, Box, Handle, Kind, PageEncoding, Place, at, frame_box,
               frame_picture, page_data)


def rect(box: Box) -> pygame.Rect:
    """The pixels of a box."""
    return pygame.Rect(box.x0, box.y0, box.x1 - box.x0, box.y1 - box.y0)


class Pictures:
    """The pages of a bank as surfaces, each decoded when it is first drawn.

    `folder` has the pages of a bank that was exported with `--images beside`."""

    def __init__(self, bank: Bank, folder: str = ".") -> None:
        self.bank, self.folder = bank, folder
        self._pages: Dict[int, pygame.Surface] = {}

    def page(self, i: int) -> pygame.Surface:
        if i not in self._pages:
            handle = self.bank.item(Kind.PAGE, i)
            about = handle.info
            size = (about.size.w, about.size.h)
            if about.encoding == PageEncoding.RGBA8:
                made = pygame.image.frombuffer(page_data(about), size, "RGBA")
            elif about.encoding == PageEncoding.PNG:
                made = pygame.image.load(io.BytesIO(page_data(about)), "page.png")
            elif about.encoding == PageEncoding.BESIDE:
                made = pygame.image.load(os.path.join(self.folder, handle.name))
            else:
                raise ValueError("this bank was exported without pictures")
            self._pages[i] = made.convert_alpha() if pygame.display.get_surface() else made
        return self._pages[i]

    def surface(self, frame: Handle, place: Place = at(0, 0)) -> Optional[pygame.Surface]:
        """The opaque part of a frame, flipped as the place says; None if it has no picture."""
        picture = frame_picture(frame, place)
        if not picture.found:
            return None
        part = self.page(picture.page).subsurface(rect(picture.source))
        if picture.flip_x or picture.flip_y:
            part = pygame.transform.flip(part, picture.flip_x, picture.flip_y)
        return part

    def draw(self, target: pygame.Surface, frame: Handle, place: Place) -> None:
        """Draws an upright frame at its place, whose hot spot is at the place's position."""
        part = self.surface(frame, place)
        if part:
            target.blit(part, rect(frame_picture(frame, place).target))

    @staticmethod
    def bounds(frame: Handle, place: Place, classes: int = ALL_CLASSES) -> pygame.Rect:
        """The smallest rect around the frame's shapes of the classes."""
        return rect(frame_box(frame, place, classes))
