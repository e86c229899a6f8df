"""Checks ONNX files with the checker and the strict shape inference of the onnx package.

python3 scripts/onnxruntime/check_graphs.py FILE… prints a list: for each file the error, or the element types of all values.
onnx does not know the operators that onnxruntime adds. Each becomes standard nodes with the same rules for types and
shapes; what the operator computes is lost.
"""

import json
import sys

import onnx
from onnx import TensorProto, helper


class StandardNodes:
    """Standard nodes in place of onnxruntime's own, in a graph and the graphs within it."""

    def __init__(self, model):
        self.main = model.graph
        self.count = 0
        self.replace_in(model.graph)

    def replace_in(self, graph):
        nodes = []
        for node in graph.node:
            for attribute in node.attribute:
                if attribute.type == onnx.AttributeProto.GRAPH:
                    self.replace_in(attribute.g)
            if node.op_type == "SimplifiedLayerNormalization":
                node.op_type = "LayerNormalization"
            nodes += self.standard(node) if node.domain == "com.microsoft" else [node]
        del graph.node[:]
        graph.node.extend(nodes)

    def name(self, what):
        self.count += 1
        return f"standard.{what}.{self.count}"

    def value(self, shape, like, nodes, output=None):
        """A value with the element type of `like`. A dimension that is None may be any."""
        source, output = self.name("input"), output or self.name("value")
        self.main.input.append(helper.make_tensor_value_info(source, TensorProto.FLOAT, shape))
        nodes.append(helper.make_node("CastLike", [source, like], [output]))
        return output

    def same_type(self, first, others, output, nodes):
        """A value with the shape of `first`, whose element type all others must have."""
        scalars = []
        for other in others:
            scalars.append(self.name("scalar"))
            nodes.append(helper.make_node("ReduceSum", [other], [scalars[-1]], keepdims=0))
        nodes.append(helper.make_node("Sum", [first, *scalars], [output]))

    def standard(self, node):
        attributes = {a.name: helper.get_attribute_value(a) for a in node.attribute}
        inputs, outputs = [*node.input, *[""] * 16], [*node.output, *[""] * 4]
        nodes = []
        match node.op_type:
            case "Gelu" | "QuickGelu":
                nodes.append(helper.make_node("Gelu", inputs[:1], outputs[:1]))
            case "FusedMatMul":
                if attributes.get("transA"):
                    sys.exit("check_graphs.py has no standard nodes for FusedMatMul with transA")
                # Einsum wants the same rank of both.
                product = ("Einsum", {"equation": "...ik,...jk->...ij"}) if attributes.get("transB") else ("MatMul", {})
                nodes.append(helper.make_node(product[0], inputs[:2], outputs[:1], **product[1]))
            case "MatMulNBits":
                weights = self.value([attributes["K"], attributes["N"]], inputs[0], nodes)
                product = self.name("product")
                nodes.append(helper.make_node("MatMul", [inputs[0], weights], [product]))
                self.same_type(product, [i for i in (inputs[2], inputs[5]) if i], outputs[0], nodes)
            case "RotaryEmbedding":
                self.same_type(inputs[0], inputs[2:4], outputs[0], nodes)
            case "SkipSimplifiedLayerNormalization":
                self.same_type(inputs[0], [i for i in inputs[1:4] if i], outputs[0], nodes)
                if outputs[3]:
                    nodes.append(helper.make_node("Add", inputs[:2], [outputs[3]]))
            case "GroupQueryAttention":
                # Queries, keys and values come apart in our graphs, so the output has the shape of the queries.
                same = [*inputs[1:3], *inputs[7:9], *inputs[10:12], *inputs[14:16]]
                self.same_type(inputs[0], [i for i in same if i], outputs[0], nodes)
                for present, past in zip(outputs[1:3], inputs[3:5]):
                    if present:
                        self.value([None, attributes["kv_num_heads"], None, None], past or inputs[1], nodes, present)
            case unknown:
                sys.exit(f"check_graphs.py has no standard nodes for {unknown}")
        for standard in nodes:
            standard.name = node.name
        return nodes


def types_of(graph):
    """Element types of the values that have a name outside the standard nodes, those of inner graphs too."""
    values = [*graph.input, *graph.value_info, *graph.output]
    names = {v.name: TensorProto.DataType.Name(v.type.tensor_type.elem_type).lower() for v in values}
    types = {name: "float32" if type == "float" else type for name, type in names.items()}
    for node in graph.node:
        for attribute in node.attribute:
            if attribute.type == onnx.AttributeProto.GRAPH:
                types |= types_of(attribute.g)
    return {name: type for name, type in types.items() if not name.startswith("standard.")}


def check(path):
    model = onnx.load(path)
    StandardNodes(model)
    try:
        onnx.checker.check_model(model, full_check=True)
        inferred = onnx.shape_inference.infer_shapes(model, check_type=True, strict_mode=True, data_prop=True)
    except (onnx.checker.ValidationError, onnx.shape_inference.InferenceError) as error:
        return {"error": str(error)}
    return {"types": types_of(inferred.graph)}


print(json.dumps([check(path) for path in sys.argv[1:]]))
