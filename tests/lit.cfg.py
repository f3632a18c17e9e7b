# The words that a `// RUN:` line may use; README.md of this folder lists them.
import os
import shutil
import subprocess
import lit.formats

config.name = "curestruct"
config.test_format = lit.formats.ShTest(execute_external=True)
config.suffixes = [".c", ".test"]
config.excludes = ["Inputs", "unit", "tree", "simt", "oracle", "gpu", "tools"]
config.test_source_root = os.path.join(config.project, "tests")
config.test_exec_root = os.path.join(config.build, "tests")

tests = config.test_source_root
config.substitutions += [
    ("%curestruct", config.curestruct),
    ("%same", "sh %s/tools/same-as-serial.sh" % tests),
    ("%fails", "sh %s/tools/fails.sh" % tests),
    ("%examples", os.path.join(config.project, "examples")),
    ("%project", config.project),
    ("%build", config.build),
    ("%simt_library", config.simt_library),
    ("%simt", os.path.join(config.project, "runtime", "simt", "include")),
    ("%nvcc", config.nvcc),
    ("%quick_nvcc", "%s %s" % (config.nvcc, config.nvcc_quick)),
    ("%cxx", config.cxx),
    ("%cc", config.cc),
]

path = [config.tools, os.environ.get("PATH", "")]
config.environment["PATH"] = os.pathsep.join(path)
config.environment["LC_ALL"] = "C"
config.environment["CURESTRUCT"] = config.curestruct
config.environment["CC"] = config.cc
config.environment["CXX"] = config.cxx
config.environment["NVCC"] = config.nvcc
config.environment["SIMT_INCLUDE"] = os.path.join(config.project, "runtime", "simt", "include")
config.environment["SIMT_PRECOMPILED"] = config.simt_precompiled
config.environment["SIMT_LIBRARY"] = config.simt_library
# A small quarantine: short programs are a third faster.
config.environment["ASAN_OPTIONS"] = "detect_leaks=1:abort_on_error=0:exitcode=86:quarantine_size_mb=16"
config.environment["UBSAN_OPTIONS"] = "halt_on_error=1:print_stacktrace=1:exitcode=86"

for program in ("meson", "ninja", "dpkg-shlibdeps", "mpicc"):
    if shutil.which(program):
        config.available_features.add(program)
if os.environ.get("CHROMIUM") or any(map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))):
    config.available_features.add("chromium")
else:
    lit_config.note("no Chromium was found: pages of explain --format=html are not opened in a browser")
if os.path.exists("/usr/share/mkdocs/themes/material"):
    config.available_features.add("mkdocs")
if os.path.exists(config.nvcc):
    config.available_features.add("nvcc")
if any(shutil.which(name) for name in ["clang++"] + ["clang++-%d" % version for version in range(17, 24)]):
    config.available_features.add("clang")
if config.asan:
    config.available_features.add("asan")
    config.environment["TRANSLATE_ONLY"] = "1"  # tools/same-as-serial.sh
if os.geteuid() == 0:
    config.available_features.add("root")
    if subprocess.run(["unshare", "--mount", "true"], stderr=subprocess.DEVNULL, check=False).returncode == 0:
        config.available_features.add("mounts")
