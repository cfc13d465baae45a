// SPDX-License-Identifier: MIT
// Banks, which own memory, and what the generated functions stand on.
using System;
using System.Collections.Generic;
using System.IO;
using System.Runtime.InteropServices;
using System.Text;

namespace Kickbox
{
    /// <summary>Bad input: what is wrong, in which section of a bank, at which byte.</summary>
    public class KickboxException : Exception
    {
        public Status Status { get; private set; }
        public ulong Offset { get; private set; }

        internal unsafe KickboxException(Error error)
            : base((error.Offset != 0 ? "byte " + error.Offset + ": " : "")
                   + (Text.From((byte*)error.Message) ?? "cannot be read"))
        {
            Status = error.Status;
            Offset = error.Offset;
        }
    }

    /// <summary>An array that stays where it is, for what C reads later too, such as the corners of
    /// a polygon. Dispose of it when the shape is not needed any more.</summary>
    public sealed class Pinned<T> : IDisposable where T : struct
    {
        private GCHandle handle;
        public IntPtr Address { get { return handle.AddrOfPinnedObject(); } }
        public int Length { get; private set; }

        public Pinned(params T[] items)
        {
            handle = GCHandle.Alloc(items, GCHandleType.Pinned);
            Length = items.Length;
        }

        public void Dispose()
        {
            if (handle.IsAllocated)
                handle.Free();
        }
    }

    /// <summary>Where C writes a list; it is used again. A list that is longer makes it grow, and C
    /// is asked once more.</summary>
    internal static class Room<T> where T : struct
    {
        [ThreadStatic]
        private static T[] items;

        public static T[] Items { get { return items ?? (items = new T[64]); } }

        public static bool Grow(uint count)
        {
            if (count <= items.Length)
                return false;
            items = new T[count];
            return true;
        }

        public static T[] Take(uint count)
        {
            var taken = new T[count];
            Array.Copy(items, taken, (int)count);
            return taken;
        }
    }

    internal static unsafe class Text
    {
        /// <summary>UTF-8 with a zero at the end.</summary>
        public static byte[] Of(string text)
        {
            if (text.IndexOf('\0') >= 0)
                throw new ArgumentException("a name cannot hold a zero");
            return Encoding.UTF8.GetBytes(text + "\0");
        }

        public static string From(byte* text)
        {
            if (text == null)
                return null;
            int length = 0;
            while (text[length] != 0)
                length++;
            return Encoding.UTF8.GetString(text, length);
        }
    }

    /// <summary>An open bank. Dispose of it to free its memory; its handles are refused after that.
    /// </summary>
    public sealed unsafe class Bank : IDisposable
    {
        private const int StructSize = 1024;           // kbx_bank is smaller
        private static readonly HashSet<IntPtr> open = new HashSet<IntPtr>();
        private GCHandle data;
        private IntPtr bank;

        public Bank(byte[] bytes)
        {
            Error error;
            data = GCHandle.Alloc(bytes, GCHandleType.Pinned);
            bank = Marshal.AllocHGlobal(StructSize);
            ulong size = (ulong)bytes.Length;
            if (Kb.BankOpen(bank, data.AddrOfPinnedObject(), size, &error) != Status.Ok)
            {
                Free();
                throw new KickboxException(error);
            }
            lock (open)
                open.Add(bank);
        }

        public static Bank Open(string path)
        {
            return new Bank(File.ReadAllBytes(path));
        }

        /// <summary>Takes a new version of the file, or keeps the old one and throws. The given
        /// handles then name the same things, or are null; all others are void.</summary>
        public void Reload(string path, params Handle[] handles)
        {
            Error error;
            if (Kb.BankReloadFile(Address, path, handles, &error) != Status.Ok)
                throw new KickboxException(error);
            if (data.IsAllocated)
                data.Free();
        }

        private void Free()
        {
            if (data.IsAllocated)
                data.Free();
            Kb.BankCloseFile(bank);
            Marshal.FreeHGlobal(bank);
            bank = IntPtr.Zero;
        }

        public void Dispose()
        {
            if (bank == IntPtr.Zero)
                return;
            lock (open)
                open.Remove(bank);
            Free();
        }

        private IntPtr Address
        {
            get
            {
                if (bank == IntPtr.Zero)
                    throw new ObjectDisposedException("Bank");
                return bank;
            }
        }

        internal static void Check(Handle handle)
        {
            if (handle.Bank == IntPtr.Zero)
                return;
            lock (open)
                if (open.Contains(handle.Bank))
                    return;
            throw new ObjectDisposedException("Bank");
        }

        /// <summary>How many things of a kind it has.</summary>
        public uint Count(Kind kind) { return Kb.BankCount(Address, kind); }
        /// <summary>The thing of that number; a null handle past the last.</summary>
        public Handle Item(Kind kind, uint i) { return Kb.BankItem(Address, kind, i); }
        /// <summary>The thing of that name; a null handle without one.</summary>
        public Handle Find(Kind kind, string name) { return Kb.BankFind(Address, kind, name); }

        /// <summary>The set of classes of these names. Unknown names are not in it.</summary>
        public ulong Classes(params string[] names)
        {
            ulong set = 0;
            foreach (string name in names)
            {
                Handle found = Find(Kind.Class, name);
                if (found.Kind == Kind.Class)
                    set |= Kb.ClassBit(found.Index);
            }
            return set;
        }

        public string ClassName(uint classIndex) { return Item(Kind.Class, classIndex).Name; }
    }

    public partial struct Handle
    {
        public bool Exists { get { return Kind != Kind.Nothing; } }
        public string Name { get { return Kb.Name(this); } }
        public Handle Parent { get { return Kb.Parent(this); } }
        public About Info { get { return Kb.Info(this); } }
        public uint Count(Kind kind) { return Kb.Count(this, kind); }
        public Handle Item(Kind kind, uint i) { return Kb.Item(this, kind, i); }
        public Handle Find(Kind kind, string name) { return Kb.Find(this, kind, name); }
        public string Value(string key) { return Kb.Value(this, key); }

        public override string ToString()
        {
            return Kind + " " + Index + (Exists && Name != "" ? " '" + Name + "'" : "");
        }
    }

    public static unsafe partial class Kb
    {
        private const string Library = "kickbox_flat";

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        private static extern Status kbxf_bank_open(void* bank, void* data, UIntPtr size,
                                                    Error* error);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        private static extern uint kbxf_bank_count(void* bank, Kind kind);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        private static extern void kbxf_bank_item(void* bank, Kind kind, uint i, Handle* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        private static extern void kbxf_bank_find(void* bank, Kind kind, byte* name,
                                                  Handle* result);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        private static extern Status kbxf_open(Handle* handle, Kind kind, void* bytes, UIntPtr size,
                                               Error* error);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        private static extern Status kbxf_bank_reload_file(void* bank, byte* path, Handle* handles,
                                                           uint count, Error* error);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        private static extern void kbxf_bank_close_file(void* bank);

        internal static void BankCloseFile(IntPtr bank) { kbxf_bank_close_file((void*)bank); }

        internal static Status BankReloadFile(IntPtr bank, string path, Handle[] handles,
                                              Error* error)
        {
            fixed (byte* at = Text.Of(path))
            fixed (Handle* first = handles)
                return kbxf_bank_reload_file((void*)bank, at, first, (uint)handles.Length, error);
        }

        internal static Status BankOpen(IntPtr bank, IntPtr data, ulong size, Error* error)
        {
            return kbxf_bank_open((void*)bank, (void*)data, (UIntPtr)size, error);
        }

        internal static uint BankCount(IntPtr bank, Kind kind)
        {
            return kbxf_bank_count((void*)bank, kind);
        }

        internal static Handle BankItem(IntPtr bank, Kind kind, uint i)
        {
            Handle result;
            kbxf_bank_item((void*)bank, kind, i, &result);
            return result;
        }

        internal static Handle BankFind(IntPtr bank, Kind kind, string name)
        {
            Handle result;
            fixed (byte* at = Text.Of(name))
                kbxf_bank_find((void*)bank, kind, at, &result);
            return result;
        }

        /// <summary>A bitmap, mask, track, layer or soup that a Pack function made.</summary>
        public static Handle OpenPacked(Kind kind, Pinned<byte> bytes)
        {
            Handle result;
            Error error;
            if (kbxf_open(&result, kind, (void*)bytes.Address, (UIntPtr)(ulong)bytes.Length, &error)
                != Status.Ok)
                throw new KickboxException(error);
            return result;
        }
    }
}
