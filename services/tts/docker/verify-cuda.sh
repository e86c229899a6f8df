#!/bin/sh
# Fails unless every CUDA library that onnxruntime's provider names is in this image: verify-cuda.sh FOLDER
set -eu
provider=$(find "$1" -name libonnxruntime_providers_cuda.so | head -n 1)
[ -n "$provider" ] || { echo "verify-cuda: libonnxruntime_providers_cuda.so is not in $1" >&2; exit 1; }
missing=
for library in $(readelf -d "$provider" | sed -n 's/.*(NEEDED).*\[\(lib\(cu\|nv\)[^]]*\)\].*/\1/p'); do
  ldconfig -p | grep -qF "$library" || missing="$missing $library"
done
[ -z "$missing" ] || { echo "verify-cuda: the base image lacks$missing; choose a CUDA_IMAGE that has them" >&2; exit 1; }
echo "verify-cuda: every CUDA library that the provider needs is here"
