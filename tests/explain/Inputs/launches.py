"""launches.py CURESTRUCT DEVICE [-OPTION..] FILE..: whether every kernel that is planned for the device could be
launched there: threads of a block, shared memory that a launch can ask for, and registers for its threads. Prints how
many kernels were looked at. DEVICE `all` is each device of the table for each file; `turns` is a third of the devices
for each file, other ones for the next."""
import json
import subprocess
import sys


def kernels_of(curestruct, device, options, path):
    command = [curestruct, "explain", "--format=json", "--device=" + device["name"], "-w", *options, path]
    made = subprocess.run(command, capture_output=True, text=True)
    if made.returncode:
        sys.exit(f"{path}: status {made.returncode}\n{made.stderr}")
    for nest in json.loads(made.stdout)["nests"]:
        if "launches" not in nest:
            sys.exit(f"{path}: a nest of {nest['function']} has no kernel for {device['name']}: {nest.get('refused')}")
        yield from nest["launches"]["kernels"]


def obstacles(device, kernel):
    threads, shared, registers = kernel["threads"], kernel["shared"], kernel["registers_estimated"] or 16
    if threads is None or threads > device["max_threads_per_block"]:
        yield f"{threads} threads"
    if shared > device["shared_per_block_optin"]:
        yield f"{shared} bytes of shared memory"
    if registers > device["max_registers_per_thread"] or registers * (threads or 1) > device["registers_per_block"]:
        yield f"{registers} registers of {threads} threads"
    if kernel["registers_estimated"] and not kernel["resident_blocks"]:
        yield "no block of it fits on an SM"


def main():
    curestruct, name = sys.argv[1], sys.argv[2]
    options, paths = ([word for word in sys.argv[3:] if word.startswith("-") == option] for option in (True, False))
    devices = json.loads(subprocess.run([curestruct, "devices", "--json"], capture_output=True, text=True,
                                        check=True).stdout)
    names = [device for device in devices if name in ("all", "turns", device["name"])]
    count, wrong = 0, 0
    for number, device in enumerate(names):
        for path in paths[number % 3::3] if name == "turns" else paths:
            for kernel in kernels_of(curestruct, device, options, path):
                count += 1
                for obstacle in obstacles(device, kernel):
                    wrong += 1
                    print(f"{kernel['kernel']} cannot launch on {device['name']}: {obstacle}")
    print(f"{count} kernels on {len(names)} devices, {wrong} cannot launch")
    sys.exit(1 if wrong or not count else 0)


main()
