# SPDX-License-Identifier: MIT
"""The questions in JavaScript: one method for each function of the library."""
from js_code import CALLS_BY_HAND, VIEWS, camel, plus, slot
from model import pascal


def aligned(offset):
    return -(-offset // 8) * 8


def method_name(call):
    return camel(call.name)


def is_made(call):
    """There are no files here."""
    return call.name not in CALLS_BY_HAND and not call.name.endswith("_file")


class Questions:
    def __init__(self, model, structs):
        self.model, self.structs, self.fixed = model, structs, 0

    def code(self):
        return "\n\n".join(self.method(call) for call in self.model.calls if is_made(call))

    def method(self, call):
        if call.packs and call.name.endswith("_pack"):
            return self.packing(call)
        names = ", ".join(camel(p.name) for p in call.given)
        method = Method(self, call)
        return "\n".join([f"    {method_name(call)}({names}) {{",
                          *("      " + line for line in method.lines()), "    }"])

    def packing(self, call):
        write = self.structs.writer(call.given[0].type)
        function, length = self.model.work(call)
        count = self.model.layout(self.model.records[call.given[0].type])[2].get("count")
        work = (f"(p) => E.kbxf_{function}(p) >>> 0" if function else
                f"(p) => {length.replace('(plan.count)', f'U32[(p + {count}) >>> 2]')}"
                if length != "0" else "() => 0")
        return "\n".join([f"    {method_name(call)}(plan) {{",
                          f"      return this._pack(E.{call.flat}, {write}, plan,",
                          f"                        {work});", "    }"])


class Method:
    """The body of one method. `at` is the next free offset in the fixed part of the scratch."""

    def __init__(self, questions, call):
        self.questions, self.call = questions, call
        self.model, self.structs = questions.model, questions.structs
        self.at, self.before, self.after, self.arguments = 0, [], [], []
        self.values, self.needs_spare, self.returned = {}, False, None

    def keep(self, size):
        offset, self.at = self.at, aligned(self.at + size)
        self.questions.fixed = max(self.questions.fixed, self.at)
        return plus("S", offset)

    def lines(self):
        call = self.call
        self.lists = [p for p in call.parameters if p.role == "outs"]
        for parameter in call.parameters:
            self.arguments.append(getattr(self, "give_" + parameter.role)(parameter))
        returns_struct = not call.returns_nothing and call.returns in self.model.records
        if returns_struct:
            self.returned = self.keep(self.structs.size(call.returns))
            self.arguments.append(self.returned)
        head = ["start();"] if self.needs_spare else []
        if call.hides_filter:
            head.insert(0, f"fitting({camel(call.given[0].name)}, filter);")
        return head + self.before + self.asking(returns_struct)

    # ---- arguments

    def give_value(self, parameter):
        name, scalar = camel(parameter.name), self.model.scalar(parameter.type)
        if parameter.type == "kbx_class_set":
            return f"asSet({name})"
        if scalar == "int64_t":
            return f"asLong({name})"
        return f"{name} ? 1 : 0" if scalar == "bool" else name

    def give_struct(self, parameter):
        name = camel(parameter.name)
        if parameter.type == "kbx_handle":
            return f"addressOf({name})"
        where = self.keep(self.structs.size(parameter.type))
        self.before.append(f"{self.structs.writer(parameter.type)}({where}, {name});")
        self.needs_spare |= self.has_pointers(parameter.type)
        return where

    def has_pointers(self, type_name):
        record = self.model.records.get(type_name)
        return record is not None and type_name != "kbx_handle" and any(
            f.is_pointer or self.has_pointers(f.type)
            or f.record and any(self.has_pointers(inner.type) for inner in f.record.fields)
            for f in record.fields)

    def give_in(self, parameter):
        if parameter.type == "kbx_bank":
            return f"{camel(parameter.name)}._at"
        if not parameter.nullable:
            return self.give_struct(parameter)
        where = self.give_struct(parameter)
        name = camel(parameter.name)
        self.before[-1] = f"if ({name}) {self.before[-1]}"
        return f"{name} ? {where} : 0"

    def give_inout(self, parameter):
        where, name = self.give_struct(parameter), camel(parameter.name)
        self.after.append(f"Object.assign({name}, {self.structs.reader(parameter.type)}({where}));")
        return where

    def give_text(self, parameter):
        self.needs_spare = True
        name = camel(parameter.name)
        return f"{name} == null ? 0 : writeText({name})" if parameter.nullable \
            else f"writeText({name})"

    def give_array(self, parameter):
        self.needs_spare = True
        name = camel(parameter.name)
        write = self.structs.list_writer(parameter.type, name)
        if parameter.nullable:
            write = f"{name} ? {write} : 0"
        self.before.append(f"const {name}At = {write};")
        self.check_length(parameter, name)
        return f"{name}At"

    def check_length(self, parameter, name):
        """Two lists of one length, and the set of removed polygons of a soup."""
        first = next(p for p in self.call.parameters if p.length == parameter.length)
        if first is not parameter:
            self.before += [f"if ({name}.length !== {self.count(first)})",
                            f"  throw new RangeError('{name} is not as long as {camel(first.name)}');"]
        if "kbx_soup_plan" in parameter.length:
            self.before += [f"if ({name} && E.kbxf_soup_polygon(addressOf(soup), 64 * {name}.length, 0, 0) > 0)",
                            f"  throw new RangeError('{name} has fewer bits than the soup polygons');"]

    def count(self, parameter):
        return self.structs.list_count(parameter.type, camel(parameter.name))

    def give_changed(self, parameter):
        where, name = self.give_array(parameter), camel(parameter.name)
        size = self.structs.size(parameter.type)
        if parameter.type in self.model.records:
            read = self.structs.reader(parameter.type)
            self.after.append(f"{name}.forEach((old, i) => "
                              f"Object.assign(old, {read}({where} + {size} * i)));")
        else:
            view, shift = VIEWS[self.model.scalar(parameter.type)]
            self.after.append(f"for (let i = 0; i < {name}.length; i++) "
                              f"{name}[i] = {view}[({where} >>> {shift}) + i];")
        return where

    def give_length(self, parameter):
        owner = next(p for p in self.call.parameters if p.length == parameter.name)
        return "room" if owner.role == "outs" else self.count(owner)

    def give_out(self, parameter):
        where = self.keep(8 if parameter.type not in self.model.records
                          else self.structs.size(parameter.type))
        self.values[camel(parameter.name)] = self.structs.read_one(parameter.type, where, 0)
        return where

    def give_outs(self, parameter):
        self.needs_spare = True
        return "out"

    # ---- the call and its results

    def result(self, expression):
        call = self.call
        if call.returns_text:
            return f"readText({expression})"
        scalar = self.model.scalar(call.returns)
        if scalar == "bool":
            return f"{expression} !== 0"
        if call.returns == "kbx_class_set":
            return f"BigInt.asUintN(64, {expression})"
        return f"{expression} >>> 0" if scalar in ("uint32_t", "size_t") else expression

    def asking(self, returns_struct):
        ask = f"E.{self.call.flat}({', '.join(self.arguments)})"
        if self.lists:
            return self.asking_list(ask, returns_struct)
        lines, values = [], self.values
        value = (self.structs.read_one(self.call.returns, self.returned, 0) if returns_struct
                 else self.result(ask))
        if self.call.returns_nothing:
            return [f"{ask};", *self.after]
        if returns_struct:
            lines.append(f"{ask};")
        elif self.after or values:
            lines.append(f"const result = {value};")
            value = "result"
        lines += self.after
        if not values:
            return [*lines, f"return {value};"]
        named = [f"{name}: {code}" for name, code in values.items()]
        return [*lines, f"return {{ {self.own_result(value)}, {', '.join(named)} }};"]

    def own_result(self, value):
        """Other results go next to the fields of a struct; what is no struct has a name."""
        if self.call.returns == "kbx_handle":
            return f"handle: {value}"
        if self.call.returns in self.model.records:
            return f"...{value}"
        return f"status: {value}" if self.call.returns == "kbx_status" else f"result: {value}"

    def asking_list(self, ask, returns_struct):
        listed = self.lists[0]
        size, name = self.structs.size(listed.type), camel(listed.name)
        if listed.type in self.model.records:
            read = f"readList(out, count, {size}, {self.structs.reader(listed.type)})"
        else:
            view, shift = VIEWS[self.model.scalar(listed.type)]
            read = f"Array.from({view}.subarray(out >>> {shift}, (out >>> {shift}) + count))"
        lines = [f"let out = top, room = Math.floor((SCRATCH_END - out) / {size});"]
        if returns_struct:
            record = self.model.records[self.call.returns]
            offset = self.model.layout(record)[2][self.call.length_field]
            base, _, start = self.returned.partition(" + ")
            count = f"U32[{slot(base, int(start or 0) + offset, 2)}]"
            return [*lines, f"{ask};", f"const count = {count};", *self.after,
                    f"return {{ ...{self.structs.reader(self.call.returns)}({self.returned}), "
                    f"{name}: {read} }};"]
        lines += [f"let count = {ask} >>> 0;", "if (count > room) {",
                  f"  out = spare(count * {size});", "  room = count;", f"  count = {ask} >>> 0;",
                  "}", *self.after]
        if not self.values:
            return [*lines, f"return {read};"]
        named = ", ".join(f"{key}: {code}" for key, code in self.values.items())
        return [*lines, f"return {{ {name}: {read}, {named} }};"]
