#!/bin/sh
# Fails unless this image has every CUDA library that onnxruntime's provider wants: verify-cuda.sh FOLDER
set -eu
refuse() { echo "verify-cuda: $1" >&2; exit 1; }
provider=$(find "$1" -name libonnxruntime_providers_cuda.so | head -n 1)
[ -n "$provider" ] || refuse "libonnxruntime_providers_cuda.so is not in $1"
dynamic=$(readelf -d "$provider") || refuse "$provider can not be read"
# The driver's own libraries come from the host when a container starts, so no image has them.
linked=$(echo "$dynamic" | sed -n 's/.*(NEEDED).*\[\(lib\(cu\|nv\)[^]]*\)\].*/\1/p' | grep -vx 'libcuda\.so\.1' || true)
[ -n "$linked" ] || refuse "$provider names no CUDA library; is it the right file?"
# cuDNN, which the convolutions need, is opened by name at run time and so is not among the linked ones.
present=$(ldconfig -p | sed -n 's/^[[:space:]]*\([^[:space:]]*\) (.*/\1/p')
missing=
for library in $linked libcudnn.so.9; do
  echo "$present" | grep -qxF "$library" || missing="$missing $library"
done
[ -z "$missing" ] || refuse "the base image lacks$missing; choose a CUDA_IMAGE that has them"
echo "verify-cuda: everything that the provider wants is here:" $linked libcudnn.so.9
