"""Prints for each kernel of a cubin for sm_90 whether it waits for the kernels before it, and how many accesses to
global memory stand before that:

    python3 waits.py FILE

The opcode is in the low 12 bits of an instruction of 16 bytes."""
import struct
import sys

WAIT = 0x82e  # ACQBULK
ACCESSES = {0x980, 0x981, 0x385, 0x985, 0x986, 0x3a8, 0x9a8, 0x98e}  # LD, LDG, ST, STG, ATOMG, RED


def sections(data):
    start, = struct.unpack_from("<Q", data, 0x28)
    size, count, names = struct.unpack_from("<HHH", data, 0x3a)
    headers = [struct.unpack_from("<IIQQQQ", data, start + i * size) for i in range(count)]
    for header in headers:
        name = data[headers[names][4] + header[0]:].split(b"\0", 1)[0].decode()
        yield name, data[header[4]:header[4] + header[5]]


def main():
    with open(sys.argv[1], "rb") as file:
        data = file.read()
    for name, code in sections(data):
        if not name.startswith(".text."):
            continue
        opcodes = [struct.unpack_from("<Q", code, at)[0] & 0xfff for at in range(0, len(code), 16)]
        if WAIT in opcodes:
            before = sum(opcode in ACCESSES for opcode in opcodes[:opcodes.index(WAIT)])
            print(f"{name[6:]} waits, {before} accesses before")
        else:
            print(f"{name[6:]} does not wait")


main()
