-- ---- the library

local function folders()
  local list = {}
  local source = debug.getinfo(1, "S").source
  if source:sub(1, 1) == "@" then
    list[#list + 1] = source:sub(2):match("^(.*[/\\])") or "./"
  end
  if love and love.filesystem then
    list[#list + 1] = love.filesystem.getSource() .. "/"
    list[#list + 1] = love.filesystem.getSourceBaseDirectory() .. "/"
  end
  return list
end

-- KICKBOX_LIBRARY, then next to this file or the game, then where the system looks.
local function load_library()
  local names = { Windows = "kickbox_flat.dll", OSX = "libkickbox_flat.dylib" }
  local name = names[ffi.os] or "libkickbox_flat.so"
  local paths = { os.getenv("KICKBOX_LIBRARY") }
  for _, folder in ipairs(folders()) do
    paths[#paths + 1] = folder .. name
  end
  paths[#paths + 1] = "kickbox_flat"
  local reasons = {}
  for _, path in ipairs(paths) do
    local ok, library = pcall(ffi.load, path)
    if ok then return library end
    reasons[#reasons + 1] = library
  end
  error("kickbox: no library found; set KICKBOX_LIBRARY to its path\n  "
        .. table.concat(reasons, "\n  "), 0)
end

local C = load_library()
local ALL = 0xffffffffffffffffULL
local type, tonumber, pairs, ipairs, error = type, tonumber, pairs, ipairs, error

---@class kickbox
local kb = {}

-- ---- memory that C borrows

-- What a struct points to lives as long as the struct.
local borrowed = setmetatable({}, { __mode = "k" })

-- Banks and packed bytes live until they are closed or released: handles are plain structs.
local open = {}

local function address(pointer)
  return tonumber(ffi.cast("uintptr_t", ffi.cast("const void *", pointer)))
end

-- A copy at a multiple of 64, which C reads fastest: where it is, and what holds it.
local function aligned(bytes)
  local memory = ffi.new("uint8_t[?]", #bytes + 64)
  local at = memory + (-address(memory)) % 64
  ffi.copy(at, bytes, #bytes)
  return at, memory
end

-- ---- what C takes

local function text(pointer)
  if pointer ~= nil then return ffi.string(pointer) end
end

-- An error in the line that called the function that checks its parameter.
local function wrong(what, value, level)
  error("kickbox: expected " .. what .. ", got " .. type(value), level or 4)
end

-- What makes a struct of a table or refuses it, by the struct's type. Those of numbers are made by
-- scalars: a table as the initialiser of the FFI is not compiled, and ends the compiled code of the
-- function that takes it.
local makers = {}

-- Structs that point to lists: an array of them keeps its structs.
local has_lists = {}

-- How many elements an array of C has; nil for a pointer.
local function length_of(value, ctype)
  if not tostring(ffi.typeof(value)):find("%[") then return nil end
  return ffi.sizeof(value) / ffi.sizeof(ctype)
end

-- Sets a list of a struct and how long that is; the list lives as long as the struct.
-- field: {name, name for the FFI, type, field of the length, what an element adds to it}
local function set_list(struct, field, value)
  local array, count = value, 0
  if type(value) == "table" then
    array, count = kb.array(field[3], value), #value
  elseif type(value) == "cdata" then
    count = length_of(value, field[3])
  elseif value ~= nil then
    wrong("a list for " .. field[1], value, 4)
  end
  struct[field[2]] = array
  local held = borrowed[struct] or {}
  held[field[1]], borrowed[struct] = array, held
  if field[4] and count then struct[field[4]] = count * field[5] end
end

-- Parts of a struct that are structs or arrays are copies, to read and to set as a whole: a view
-- would show freed memory when the struct around it is gone. Lists are set as tables or arrays.
-- `fields`: {name}, {name, name for the FFI, type} for a part, and two more for a list.
local function parts(ctype, fields)
  local order, names, kinds, lists = {}, {}, {}, {}
  for i, field in ipairs(fields) do
    order[i], names[field[1]] = field[1], field[2]
    if #field > 3 then
      lists[field[1]] = field
      has_lists[ctype] = true
    else
      kinds[field[1]] = field[3] and ffi.typeof(field[3])
    end
  end
  local function unknown(key)
    error(("kickbox: %s has no field '%s'"):format(ctype, tostring(key)), 3)
  end
  ffi.metatype(ctype, {
    __index = function (self, key)
      if lists[key] then return self[names[key]] end
      local kind = kinds[key]
      if not kind then unknown(key) end
      return ffi.new(kind, self[names[key]])
    end,
    __newindex = function (self, key, value)
      if lists[key] then return set_list(self, lists[key], value) end
      local kind = kinds[key]
      if not kind then unknown(key) end
      if type(value) == "table" then value = kind(value) end
      self[names[key]] = value
    end,
    __new = function (made, first, ...)
      if first == nil and select("#", ...) == 0 then return ffi.new(made) end
      if ffi.istype(made, first) then
        local copy = ffi.new(made, first)
        borrowed[copy] = borrowed[first]
        return copy
      end
      local given = first
      if type(first) ~= "table" or select("#", ...) > 0 then given = { first, ... } end
      local new, rest = ffi.new(made), {}
      for key, value in pairs(given) do
        local name = order[key] or key
        if lists[name] then new[name] = value else rest[name] = value end
      end
      -- A length that is given too may be less than that of the list.
      for name, value in pairs(rest) do new[name] = value end
      return new
    end,
  })
end

-- For structs with room for a few things: does their count fit? C trusts it.
local fits = {}

local function fitted(ctype, value, level)
  if fits[ctype] and ffi.istype(ctype, value) and not fits[ctype](value) then
    error("kickbox: a count for which the struct has no room", level)
  end
  return value
end

-- A function that takes a struct or a table, for structs that are more than numbers.
local function taker(ctype)
  local what = "a kbx." .. tostring(ctype):match("kbx_([%w_]+)")
  return function (value)
    if type(value) == "cdata" then return fitted(ctype, value, 4) end
    if type(value) ~= "table" then wrong(what, value) end
    return fitted(ctype, ctype(value), 4)
  end
end

-- Coordinates are numbers, all of them.
local function missing(what, fields)
  error(("kickbox: a kbx.%s needs %s"):format(what, fields), 4)
end

-- A struct that C changes: a table would not show the change.
local function changed(value)
  if type(value) ~= "cdata" then wrong("a struct to change", value) end
  return value
end

-- What an array of a type needs, made once.
local kinds_of_arrays = {}
local function kind_of(ctype)
  local kind = kinds_of_arrays[ctype]
  if not kind then
    local of = ffi.typeof(ctype)
    local name = tostring(of):match("kbx_([%w_]+)")
    kind = { ctype = of, array = ffi.typeof("$[?]", of), size = ffi.sizeof(of),
             make = makers[ctype], what = "a kbx." .. (name or "number"),
             has_lists = has_lists["kbx_" .. (name or "")] }
    kinds_of_arrays[ctype] = kind
  end
  return kind
end

---An array of structs or numbers for C: of a list, or of a number of zeros.
---`kb.array(kb.vec, {{0, 0}, {8, 0}})`, `kb.array("uint32_t", 16)`
---@param ctype any a type such as kb.vec, or the name of a C type
---@param values table|integer
---@return ffi.cdata*
function kb.array(ctype, values)
  local kind = kind_of(ctype)
  if type(values) == "number" then return kind.array(values) end
  local made, make = kind.array(#values), kind.make
  local held = kind.has_lists and {} or nil
  for i = 1, #values do
    local value = values[i]
    if make then
      value = make(value)
      if not ffi.istype(kind.ctype, value) then wrong(kind.what, value, 3) end
      ffi.copy(made + (i - 1), value, kind.size)
      if held then held[i] = value end
    else
      made[i - 1] = value
    end
  end
  if held then borrowed[made] = held end
  return made
end

-- An array for C and how many elements it has.
local function list(ctype, value)
  if value == nil then return nil, 0 end
  if type(value) == "cdata" then
    local count = length_of(value, ctype)
    if not count then wrong("a list", value) end
    for i = 0, fits[ctype] and count - 1 or -1 do fitted(ctype, value[i], 4) end
    return value, count
  end
  if type(value) ~= "table" then wrong("a list", value) end
  return kb.array(ctype, value), #value
end

local function same_length(one, count, other, other_count)
  if count ~= other_count then
    error(("kickbox: %s has %d elements, %s has %d"):format(one, count, other, other_count), 3)
  end
end

-- A list of a plan that is shorter than the plan's other fields say.
local function enough(plan, name, ctype, needed)
  local array = borrowed[plan] and borrowed[plan][name]
  local count = array and length_of(array, ctype)
  if count and count < needed then
    error(("kickbox: %s has %d of %d elements"):format(name, count, needed), 3)
  end
end

-- Elements that C changed, back into the caller's table.
local function give_back(value, array, count)
  if type(value) ~= "table" then return end
  for i = 1, count do value[i] = array[i - 1] end
end

local function texts(names)
  if type(names) ~= "table" then wrong("a list of texts", names) end
  return ffi.new("const char *[?]", #names + 1, names), #names
end

-- ---- what C gives

-- Where C writes lists; one for each type, which grows.
local function room(ctype)
  local r = { capacity = 32, ctype = ffi.typeof(ctype) }
  r.array = ffi.typeof("$[?]", r.ctype)
  r.is_number = tonumber(r.ctype()) ~= nil
  r.at = r.array(r.capacity)
  return r
end

local function grow(r, count)
  r.capacity = count
  r.at = r.array(count)
end

-- A list for Lua, which keeps nothing of the room.
local function taken(r, count)
  local values, at, ctype = {}, r.at, r.ctype
  if r.is_number then
    for i = 1, count do values[i] = at[i - 1] end
  else
    for i = 1, count do values[i] = ctype(at[i - 1]) end
  end
  return values
end

-- "section FRAM, byte 120: a frame without a sprite"
local function reason(e, where)
  local section = ffi.string(e.section)
  local parts = {}
  if section ~= "" then parts[1] = "section " .. section end
  if section ~= "" or e.offset ~= 0 then
    parts[#parts + 1] = where .. " " .. tonumber(e.offset)
  end
  local message = text(e.message) or text(C.kbxf_status_text(e.status))
  return (#parts > 0 and table.concat(parts, ", ") .. ": " or "") .. message
end

-- Measures, then writes; `work` is how much memory C wants for the call.
local function pack(call, plan, work)
  local failed = kb.error()
  local memory = work > 0 and ffi.new("uint8_t[?]", work) or nil
  local size = call(plan, memory, work, nil, 0, failed)
  if size == 0 then return nil, reason(failed, "element"), failed end
  local bytes = ffi.new("uint8_t[?]", size)
  call(plan, memory, work, bytes, size, failed)
  return ffi.string(bytes, size)
end
