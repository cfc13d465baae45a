// SPDX-License-Identifier: MIT
// Random calls of banks that may be damaged: CALLS.json SEED ROUNDS BANK... See bindings/random_calls.py. What functions take
// is read from the library itself, so CALLS.json is not needed.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using Kickbox;

internal sealed class Caller
{
    private static readonly double[] Floats = {
        0, 1, -1, 0.5, -0.25, 3, 7.25, 10, 32, 100, -100, 320, 1000, -1e6, 1e9, 3e38, double.NaN, double.PositiveInfinity,
        double.NegativeInfinity };
    private static readonly long[] Ints = { 0, 1, 2, 3, 4, 5, 7, 16, 31, 63, 64, 100, 255, 1000, -1, int.MaxValue, uint.MaxValue };
    private static readonly string[] Texts = { "", "foot", "kick", "head", "goal", new string('x', 300), "\u00e9", "a\0b", null };
    // What a loop is as long as.
    private static readonly string[] Few = { "passes", "ms", "fromMs", "toMs", "most", "Scale", "scale" };

    private readonly Random random;
    private readonly MethodInfo[] methods;
    private readonly Dictionary<Type, List<object>> found = new Dictionary<Type, List<object>>();
    private readonly List<Handle> handles = new List<Handle>();
    private Bank bank;
    public int Asked, Answered;

    public Caller(int seed)
    {
        random = new Random(seed);
        methods = typeof(Kb).GetMethods(BindingFlags.Public | BindingFlags.Static).Where(method => method.Name != "OpenPacked"
            && !method.GetParameters().Any(p => p.ParameterType.IsPointer)).OrderBy(method => method.Name, StringComparer.Ordinal)
            .ToArray();
    }

    private T Choice<T>(IList<T> list) { return list[random.Next(list.Count)]; }

    public bool Open(string path)
    {
        Bank now;
        try
        {
            now = Bank.Open(path);
        }
        catch (KickboxException)
        {
            return false;
        }
        // Shapes that were found may point into the bank before.
        found.Clear();
        if (bank != null)
            bank.Dispose();
        bank = now;
        handles.Clear();
        handles.Add(default(Handle));
        foreach (Kind kind in Enum.GetValues(typeof(Kind)))
            for (uint i = 0; i < Math.Min(bank.Count(kind), 40); i++)
            {
                Handle thing = bank.Item(kind, i);
                handles.Add(thing);
                foreach (Kind inner in Enum.GetValues(typeof(Kind)))
                    for (uint k = 0; k < Math.Min(thing.Count(inner), 8); k++)
                        handles.Add(thing.Item(inner, k));
            }
        return true;
    }

    private static bool HasPointers(Type type)
    {
        return type.GetFields(BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance).Any(
            field => field.FieldType == typeof(IntPtr) || (IsStruct(field.FieldType) && HasPointers(field.FieldType)));
    }

    private static bool IsStruct(Type type) { return type.IsValueType && !type.IsPrimitive && !type.IsEnum; }

    private object Number(Type type, string name)
    {
        if (type == typeof(bool))
            return random.Next(2) == 1;
        if (type == typeof(float) || type == typeof(double))
            return Convert.ChangeType(Few.Contains(name) ? random.Next(4) : Choice(Floats), type);
        long n = Few.Contains(name) ? random.Next(100) : Choice(Ints);
        return type == typeof(byte) ? (byte)n : type == typeof(ushort) ? (ushort)n : type == typeof(int) ? (int)n
            : type == typeof(uint) ? (uint)n : type == typeof(ulong) ? (ulong)n : (object)n;
    }

    private object Draw(Type type, string name)
    {
        if (type.IsByRef)
            type = type.GetElementType();
        if (Nullable.GetUnderlyingType(type) != null)
            return random.Next(2) == 0 ? null : Draw(Nullable.GetUnderlyingType(type), name);
        if (type == typeof(Handle))
            return Choice(handles);
        if (type == typeof(string))
            return Choice(Texts);
        if (type.IsEnum)
            return Enum.ToObject(type, random.Next(-1, 20));
        if (type.IsArray)
            return random.Next(30) == 0 ? null : List(type.GetElementType());
        if (type.IsGenericType)   // Pinned: it lives on, as shapes may point to it
            return Activator.CreateInstance(type, List(type.GetGenericArguments()[0]));
        if (type.IsPrimitive)
            return Number(type, name);
        List<object> kept;
        if (found.TryGetValue(type, out kept) && random.Next(2) == 0)
            return Choice(kept);
        object made = Activator.CreateInstance(type);
        if (IsStruct(type) && !HasPointers(type))
            foreach (FieldInfo field in type.GetFields())
                if (random.Next(5) > 0)
                    field.SetValue(made, Draw(field.FieldType, field.Name));
        return made;
    }

    private Array List(Type type)
    {
        Array list = Array.CreateInstance(type, random.Next(6));
        for (int i = 0; i < list.Length; i++)
            list.SetValue(Draw(type, ""), i);
        return list;
    }

    private void Keep(object result)
    {
        var list = result as Array;
        if (list != null)
            for (int i = 0; i < Math.Min(list.Length, 4); i++)
                Keep(list.GetValue(i));
        else if (result is Handle && handles.Count < 400)
            handles.Add((Handle)result);
        else if (result != null && IsStruct(result.GetType()))
        {
            List<object> kept;
            if (!found.TryGetValue(result.GetType(), out kept))
                found[result.GetType()] = kept = new List<object>();
            if (kept.Count == 16)
                kept.RemoveAt(0);
            kept.Add(result);
        }
    }

    public void Call()
    {
        MethodInfo method = Choice(methods);
        object[] given = method.GetParameters().Select(p => p.IsOut ? null : Draw(p.ParameterType, p.Name)).ToArray();
        Asked++;
        try
        {
            Keep(method.Invoke(null, given));
            Answered++;
        }
        catch (TargetInvocationException thrown)
        {
            Exception what = thrown.InnerException;
            if (!(what is KickboxException || what is ArgumentException || what is NullReferenceException
                  || what is ObjectDisposedException))
                throw new Exception(method.Name, what);
        }
    }
}

internal static class Program
{
    private static void Main(string[] arguments)
    {
        var caller = new Caller(int.Parse(arguments[1]));
        int opened = 0, banks = arguments.Length - 3;
        foreach (string path in arguments.Skip(3))
        {
            opened += caller.Open(path) ? 1 : 0;
            for (int i = 0; i <= int.Parse(arguments[2]) / banks; i++)
                caller.Call();
        }
        Console.WriteLine(caller.Asked + " calls, " + caller.Answered + " answers, " + opened + " of " + banks + " banks");
    }
}
