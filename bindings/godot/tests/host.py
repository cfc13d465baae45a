# SPDX-License-Identifier: MIT
"""Stands for Godot: loads a GDExtension and gives it the C interface, as Godot's documentation
describes it. Values are Python's: None, bool, int, float, str, dict, list, bytes, the vectors below
and objects. The 24 bytes of a Variant hold the number of a value; `live` counts those that the
extension has made and not destroyed."""
import ctypes
from ctypes import (CFUNCTYPE, POINTER, byref, c_char_p, c_float, c_int, c_int32, c_int64, c_uint8,
                    c_uint32, c_void_p, c_double)
import itertools

CALL_OK, METHOD_STATIC, LEVEL_SCENE = 0, 32, 2


class Vector(tuple):
    x, y = property(lambda self: self[0]), property(lambda self: self[1])


class Vector2(Vector):
    TYPE, SCALAR = 5, c_float


class Vector2i(Vector):
    TYPE, SCALAR = 6, c_int32


class Rect2i(Vector):
    TYPE, SCALAR = 8, c_int32


class Vector3(Vector):
    TYPE, SCALAR = 9, c_float


class Vector3i(Vector):
    TYPE, SCALAR = 10, c_int32


SIZES = {Vector2: 2, Vector2i: 2, Rect2i: 4, Vector3: 3, Vector3i: 3}
VECTORS = {kind.TYPE: kind for kind in SIZES}
NIL, BOOL, INT, FLOAT, STRING, STRING_NAME, OBJECT, DICTIONARY, ARRAY, BYTES = (
    0, 1, 2, 3, 4, 21, 24, 27, 28, 29)
PLAIN = {BOOL: c_uint8, INT: c_int64, FLOAT: c_double}


class StringName(str):
    pass


def type_of(value):
    if value is None:
        return NIL
    if hasattr(value, "TYPE"):
        return value.TYPE
    for kind, number in ((bool, BOOL), (int, INT), (float, FLOAT), (StringName, STRING_NAME),
                         (str, STRING), (dict, DICTIONARY), (list, ARRAY), (bytes, BYTES),
                         (Object, OBJECT)):
        if isinstance(value, kind):
            return number
    raise TypeError(f"no Variant holds {value!r}")


class CallError(ctypes.Structure):
    _fields_ = [("error", c_int), ("argument", c_int32), ("expected", c_int32)]


class PropertyInfo(ctypes.Structure):
    _fields_ = [("type", c_int), ("name", c_void_p), ("class_name", c_void_p), ("hint", c_uint32),
                ("hint_string", c_void_p), ("usage", c_uint32)]


METHOD_CALL = CFUNCTYPE(None, c_void_p, c_void_p, POINTER(c_void_p), c_int64, c_void_p,
                        POINTER(CallError))


POINTER_CALL = CFUNCTYPE(None, c_void_p, c_void_p, POINTER(c_void_p), c_void_p)


class MethodInfo(ctypes.Structure):
    _fields_ = [("name", c_void_p), ("userdata", c_void_p), ("call_func", METHOD_CALL),
                ("ptrcall_func", POINTER_CALL), ("flags", c_uint32), ("has_return", c_uint8),
                ("return_info", POINTER(PropertyInfo)), ("return_metadata", c_int),
                ("argument_count", c_uint32), ("arguments", POINTER(PropertyInfo)),
                ("metadata", POINTER(c_int)), ("default_count", c_uint32),
                ("defaults", POINTER(c_void_p))]


class ClassInfo3(ctypes.Structure):
    _fields_ = [(name, c_uint8) for name in ("is_virtual", "is_abstract", "is_exposed",
                                             "is_runtime")] + \
               [(name, c_void_p) for name in (
                   "set", "get", "get_property_list", "free_property_list", "property_can_revert",
                   "property_get_revert", "validate_property", "notification", "to_string",
                   "reference", "unreference")] + \
               [("create_instance", CFUNCTYPE(c_void_p, c_void_p)),
                ("free_instance", CFUNCTYPE(None, c_void_p, c_void_p))] + \
               [(name, c_void_p) for name in (
                   "recreate_instance", "get_virtual", "get_virtual_call_data",
                   "call_virtual_with_data", "get_rid", "class_userdata")]


class Initialization(ctypes.Structure):
    _fields_ = [("minimum_level", c_int), ("userdata", c_void_p),
                ("initialize", CFUNCTYPE(None, c_void_p, c_int)),
                ("deinitialize", CFUNCTYPE(None, c_void_p, c_int))]


class Variant(ctypes.Structure):
    _fields_ = [("number", c_int64), ("rest", c_int64 * 2)]


class Class:
    def __init__(self, name, parent, info):
        self.name, self.parent, self.info = name, parent, info
        self.methods, self.constants, self.properties = {}, {}, {}


class Object:
    """Freed, as what is counted by references in Godot, when no value has it."""

    def __init__(self, host, base):
        self.host, self.base, self.own, self.instance, self.bindings = host, base, None, None, {}

    def call(self, name, *arguments):
        return self.host.call(self.own, name, self.instance, arguments)

    def __del__(self):
        if self.own:
            self.own.info.free_instance(self.own.info.class_userdata, self.instance)


class CallFailed(Exception):
    pass


class Host:
    def __init__(self, path, entry):
        self.values, self.numbers, self.classes = {}, itertools.count(1), {}
        self.objects, self.kept, self.errors, self.checked = {}, {}, [], 0
        self.library = ctypes.CDLL(path)
        self.get = CFUNCTYPE(c_void_p, c_char_p)(self.function)
        self.started = Initialization()
        assert getattr(self.library, entry)(self.get, c_void_p(77), byref(self.started)) == 1
        for level in range(self.started.minimum_level, 4):
            self.started.initialize(self.started.userdata, level)

    def close(self):
        for level in range(3, self.started.minimum_level - 1, -1):
            self.started.deinitialize(self.started.userdata, level)

    @property
    def live(self):
        return len(self.values)

    # ---- values

    def put(self, at, value):
        """Makes a value where C wants it; its number is the first word."""
        number = next(self.numbers)
        self.values[number] = value
        c_int64.from_address(at).value = number

    def at(self, address):
        return self.values[c_int64.from_address(address).value]

    def destroy(self, address):
        del self.values[c_int64.from_address(address).value]

    def call(self, owner, name, instance, arguments):
        """As GDScript does: where all types are the declared ones, without Variants."""
        method = owner.methods[name]
        types = [kind for _, kind in method.shown]
        if NIL not in types and types == [type_of(argument) for argument in arguments]:
            return self.call_checked(method, instance, types, arguments)
        variants = [Variant() for _ in arguments]
        for variant, argument in zip(variants, arguments):
            self.put(ctypes.addressof(variant), argument)
        pointers = (c_void_p * len(variants))(*map(ctypes.addressof, variants))
        made, error = Variant(), CallError()
        self.put(ctypes.addressof(made), None)
        method.call_func(method.userdata, instance, pointers, len(variants),
                         ctypes.addressof(made), byref(error))
        result = self.at(ctypes.addressof(made))
        for variant in [made, *variants]:
            self.destroy(ctypes.addressof(variant))
        if error.error != CALL_OK:
            raise CallFailed(error.error, error.argument, error.expected)
        return result

    def call_checked(self, method, instance, types, arguments):
        self.checked += 1
        values = [Variant() for _ in arguments]
        for value, kind, argument in zip(values, types, arguments):
            address = ctypes.addressof(value)
            if kind in PLAIN or kind in VECTORS or kind == OBJECT:
                if kind == OBJECT:
                    self.objects[id(argument)] = argument
                self.typed(kind, address, argument)
            else:
                self.put(address, argument)
        pointers, made = (c_void_p * len(values))(*map(ctypes.addressof, values)), Variant()
        self.put(ctypes.addressof(made), None)
        method.ptrcall_func(method.userdata, instance, pointers, ctypes.addressof(made))
        result = self.at(ctypes.addressof(made))
        self.destroy(ctypes.addressof(made))
        for value, kind in zip(values, types):
            if kind not in PLAIN and kind not in VECTORS and kind != OBJECT:
                self.destroy(ctypes.addressof(value))
        return result

    @staticmethod
    def typed(kind, at, value):
        """Writes a value of a type that needs no destructor."""
        if kind in PLAIN:
            PLAIN[kind].from_address(at).value = value
        elif kind in VECTORS:
            vector = VECTORS[kind]
            (vector.SCALAR * SIZES[vector]).from_address(at)[:] = value
        else:
            c_void_p.from_address(at).value = id(value)

    def static(self, name, *arguments):
        return self.call(self.classes["Kickbox"], name, None, arguments)

    def new(self, name):
        info = self.classes[name].info
        return self.objects.pop(info.create_instance(info.class_userdata))

    # ---- the C interface: a method for each function, after its types

    def function(self, name):
        name = name.decode()
        if name not in self.kept:
            returns, types = SIGNATURES[name]
            self.kept[name] = CFUNCTYPE(returns, *types)(getattr(self, name))
        return ctypes.cast(self.kept[name], c_void_p).value

    def get_variant_from_type_constructor(self, kind):
        def make(made, value):
            if kind in PLAIN:
                found = PLAIN[kind].from_address(value).value
                self.put(made, bool(found) if kind == BOOL else found)
            elif kind in VECTORS:
                vector = VECTORS[kind]
                self.put(made, vector((vector.SCALAR * SIZES[vector]).from_address(value)))
            elif kind == OBJECT:
                self.put(made, self.objects.pop(c_void_p.from_address(value).value))
            else:
                self.put(made, self.at(value))
        return self.keep(("from", kind), CFUNCTYPE(None, c_void_p, c_void_p), make)

    def get_variant_to_type_constructor(self, kind):
        def make(made, variant):
            value = self.at(variant)
            assert type_of(value) == kind
            if kind in PLAIN or kind in VECTORS or kind == OBJECT:
                self.typed(kind, made, value)
            else:
                self.put(made, value)
        return self.keep(("to", kind), CFUNCTYPE(None, c_void_p, c_void_p), make)

    def variant_get_ptr_destructor(self, kind):
        return self.keep(("destroy", kind), CFUNCTYPE(None, c_void_p), self.destroy)

    def keep(self, key, prototype, function):
        if key not in self.kept:
            self.kept[key] = prototype(function)
        return ctypes.cast(self.kept[key], c_void_p).value

    def variant_new_nil(self, made):
        self.put(made, None)

    def variant_destroy(self, variant):
        self.destroy(variant)

    def variant_get_type(self, variant):
        return type_of(self.at(variant))

    def variant_construct(self, kind, made, given, count, error):
        empty = {DICTIONARY: dict, ARRAY: list, BYTES: bytes, STRING: str}[kind]
        self.put(made, empty(*[self.at(given[i]) for i in range(count)]))
        error.contents.error = CALL_OK

    def variant_call(self, variant, name, given, count, made, error):
        value, name, result = self.at(variant), self.at(name), None
        given = [self.at(given[i]) for i in range(count)]
        error.contents.error = CALL_OK
        if name == "size":
            result = len(value)
        elif name == "append" and isinstance(value, list):
            value.append(given[0])
        elif name == "resize" and isinstance(value, bytes):
            self.values[c_int64.from_address(variant).value] = value.ljust(given[0], b"\0")
            result = 0
        else:
            error.contents.error = 1
        self.put(made, result)

    def variant_get(self, variant, key, made, valid):
        value, key = self.at(variant), self.at(key)
        valid.contents.value = key in value
        self.put(made, value.get(key))

    def variant_set(self, variant, key, part, valid):
        self.at(variant)[self.at(key)] = self.at(part)
        valid.contents.value = 1

    def variant_get_indexed(self, variant, i, made, valid, outside):
        value = self.at(variant)
        valid.contents.value, outside.contents.value = 1, i >= len(value)
        self.put(made, value[i] if i < len(value) else None)

    def variant_set_indexed(self, variant, i, part, valid, outside):
        self.at(variant)[i] = self.at(part)
        valid.contents.value, outside.contents.value = 1, 0

    def print_error(self, text, function, _file, _line, _notify):
        self.errors.append((function.decode(), text.decode()))

    def string_new_with_utf8_chars(self, made, text):
        self.put(made, text.decode())

    def string_to_utf8_chars(self, string, text, room):
        data = self.at(string).encode()
        if text:
            ctypes.memmove(text, data, min(room, len(data)))
        return len(data)

    def string_name_new_with_utf8_chars(self, made, text):
        self.put(made, StringName(text.decode()))

    def packed_byte_array_operator_index(self, array, i):
        """Godot copies what is shared before it is written: here always."""
        data = bytes(bytearray(self.at(array)))
        self.values[c_int64.from_address(array).value] = data
        return self.address(data) + i

    def packed_byte_array_operator_index_const(self, array, i):
        return self.address(self.at(array)) + i

    @staticmethod
    def address(data):
        return ctypes.cast(ctypes.c_char_p(data), c_void_p).value

    def classdb_construct_object(self, name):
        made = Object(self, str(self.at(name)))
        self.objects[id(made)] = made
        return id(made)

    def object_set_instance(self, address, name, instance):
        made = self.objects[address]
        made.own, made.instance = self.classes[self.at(name)], instance
        assert made.own.parent == made.base

    def object_set_instance_binding(self, address, token, binding, _callbacks):
        self.objects[address].bindings[token] = binding

    def object_get_instance_binding(self, address, token, callbacks):
        assert not callbacks
        return ctypes.cast(address, ctypes.py_object).value.bindings.get(token)

    def classdb_register_extension_class3(self, library, name, parent, info):
        assert library == 77
        copied = ClassInfo3.from_buffer_copy(info.contents)
        self.classes[str(self.at(name))] = Class(str(self.at(name)), str(self.at(parent)), copied)

    def classdb_register_extension_class_method(self, _library, owner, info):
        method = MethodInfo.from_buffer_copy(info.contents)
        name = str(self.at(method.name))
        arguments = [method.arguments[i] for i in range(method.argument_count)]
        method.shown = [(str(self.at(a.name)), a.type) for a in arguments]
        method.default_values = [self.at(method.defaults[i]) for i in range(method.default_count)]
        assert name not in self.classes[self.at(owner)].methods, name
        self.classes[self.at(owner)].methods[name] = method

    def classdb_register_extension_class_integer_constant(self, _library, owner, of, name, value,
                                                          _bits):
        constants = self.classes[self.at(owner)].constants
        assert self.at(name) not in constants
        constants[str(self.at(name))] = (str(self.at(of)), value)

    def classdb_register_extension_class_property(self, _library, owner, info, setter, getter):
        own = self.classes[self.at(owner)]
        own.properties[str(self.at(info.contents.name))] = (
            info.contents.type, own.methods[self.at(setter)], own.methods[self.at(getter)])

    def classdb_unregister_extension_class(self, _library, name):
        del self.classes[self.at(name)]


P, B, VALID = c_void_p, c_int, POINTER(c_uint8)
SIGNATURES = {
    "get_variant_from_type_constructor": (P, [B]),
    "get_variant_to_type_constructor": (P, [B]),
    "variant_get_ptr_destructor": (P, [B]),
    "variant_new_nil": (None, [P]),
    "variant_destroy": (None, [P]),
    "variant_get_type": (B, [P]),
    "variant_construct": (None, [B, P, POINTER(P), c_int32, POINTER(CallError)]),
    "variant_call": (None, [P, P, POINTER(P), c_int64, P, POINTER(CallError)]),
    "variant_get": (None, [P, P, P, VALID]),
    "variant_set": (None, [P, P, P, VALID]),
    "variant_get_indexed": (None, [P, c_int64, P, VALID, VALID]),
    "variant_set_indexed": (None, [P, c_int64, P, VALID, VALID]),
    "print_error": (None, [c_char_p, c_char_p, c_char_p, c_int32, c_uint8]),
    "string_new_with_utf8_chars": (None, [P, c_char_p]),
    "string_to_utf8_chars": (c_int64, [P, P, c_int64]),
    "string_name_new_with_utf8_chars": (None, [P, c_char_p]),
    "packed_byte_array_operator_index": (P, [P, c_int64]),
    "packed_byte_array_operator_index_const": (P, [P, c_int64]),
    "classdb_construct_object": (P, [P]),
    "object_set_instance": (None, [P, P, P]),
    "object_set_instance_binding": (None, [P, P, P, P]),
    "object_get_instance_binding": (P, [P, P, P]),
    "classdb_register_extension_class3": (None, [P, P, P, POINTER(ClassInfo3)]),
    "classdb_register_extension_class_method": (None, [P, P, POINTER(MethodInfo)]),
    "classdb_register_extension_class_integer_constant": (None, [P, P, P, P, c_int64, c_uint8]),
    "classdb_register_extension_class_property": (None, [P, P, POINTER(PropertyInfo), P, P]),
    "classdb_unregister_extension_class": (None, [P, P]),
}
