"""Prints the types that operators have, and the kernels that onnxruntime registers for them, as JSON.

The tests read it from tests/model/harness/operators.json. For another version of onnxruntime:
pip install onnxruntime-gpu==VERSION, with the CUDA libraries that it needs (a GPU is not needed), then
python3 scripts/onnxruntime/operators.py MatMul com.microsoft:QuickGelu … > tests/model/harness/operators.json
The names are those that the test "every operator is in operators.json" prints.
"""

import json
import sys

import onnxruntime
from onnxruntime.capi import onnxruntime_pybind11_state as state

OPSET = 21
# Ours, and onnxruntime's.
TYPES = {name: f"tensor({name})" for name in ["bfloat16", "bool", "float16", "int32", "int64", "int8", "uint8"]}
TYPES["float32"] = "tensor(float)"
PROVIDERS = {"CUDAExecutionProvider": "cuda", "CPUExecutionProvider": "cpu"}


def names(type_names):
    """Of those that our graphs have."""
    return [name for name in TYPES if TYPES[name] in type_names]


def formal(parameter):
    option = str(parameter.option).split(".")[-1].lower()
    fixed = names([parameter.typeStr])
    return {"name": parameter.name, "type": fixed[0] if fixed else parameter.typeStr, "option": option}


def schema_of(domain, name):
    found = [s for s in state.get_all_operator_schema() if s.domain == domain and s.name == name]
    known = [s for s in found if domain != "" or s.since_version <= OPSET]
    if not known:
        sys.exit(f"onnxruntime {onnxruntime.__version__} knows no operator {domain}:{name}")
    return max(known, key=lambda s: s.since_version)


def merged(kernels):
    """Kernels that differ in the types of one constraint only become one."""
    result = []
    for kernel in kernels:
        for other in result:
            differing = [key for key in kernel if kernel[key] != other.get(key)]
            if kernel.keys() == other.keys() and len(differing) <= 1:
                for key in differing:
                    other[key] = sorted(set(other[key]) | set(kernel[key]))
                break
        else:
            result.append(kernel)
    return result


def describe(operator, all_kernels):
    domain, _, name = operator.rpartition(":")
    schema = schema_of(domain, name)
    version = schema.since_version if domain else OPSET
    kernels = {label: [] for label in PROVIDERS.values()}
    for kernel in all_kernels:
        first, last = kernel.version_range
        if kernel.provider in PROVIDERS and kernel.domain == domain and kernel.op_name == name and first <= version <= last:
            types = {key: names(values) for key, values in kernel.type_constraints.items()}
            if all(types.values()):
                kernels[PROVIDERS[kernel.provider]].append(dict(sorted(types.items())))
    constraints = {c.type_param_str: names(c.allowed_type_strs) for c in schema.type_constraints}
    return {
        "inputs": [formal(parameter) for parameter in schema.inputs],
        "outputs": [formal(parameter) for parameter in schema.outputs],
        "types": constraints,
        "kernels": {label: merged(found) for label, found in kernels.items()},
    }


all_kernels = state.get_all_opkernel_def()
operators = {operator: describe(operator, all_kernels) for operator in sorted(sys.argv[1:])}
print(json.dumps({"onnxruntime": onnxruntime.__version__, "opset": OPSET, "operators": operators}, separators=(",", ":")))
