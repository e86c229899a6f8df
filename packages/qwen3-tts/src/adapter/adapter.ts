/**
 * The GPU behind WebGPU, as far as it tells; null for what the runtime keeps to itself.
 *
 * onnxruntime's binding for Node exposes no adapter. On Linux the Vulkan loader names the device that the runtime opened. On
 * macOS and Windows nothing does, so the name is null there; macOS has no software adapter, on Windows there may be one.
 */
export interface Adapter {
  readonly api: 'vulkan' | 'metal' | 'd3d12';
  /** As its driver names it. */
  readonly name: string | null;
  readonly vendor: string | null;
  /** File name of the Vulkan driver. */
  readonly driver: string | null;
  /** Whether a processor does the work. */
  readonly software: boolean | null;
  /** Whether shaders compute in half precision. */
  readonly shaderF16: boolean | null;
  /** The largest power of two, up to 4 GiB, that a buffer was filled at; null where it was not tried. */
  readonly largestBufferBytes: number | null;
}

/** What is known of a Vulkan driver by its file. */
const DRIVERS: readonly { readonly file: RegExp; readonly vendor: string | null; readonly software: boolean }[] = [
  { file: /^libvulkan_radeon|^amdvlk/, vendor: 'AMD', software: false },
  { file: /^libvulkan_intel/, vendor: 'Intel', software: false },
  { file: /nvidia|^libvulkan_nouveau/, vendor: 'NVIDIA', software: false },
  { file: /^libvulkan_asahi/, vendor: 'Apple', software: false },
  { file: /^libvulkan_lvp/, vendor: 'Mesa', software: true },
  { file: /swiftshader/, vendor: 'Google', software: true },
];
const SOFTWARE_NAMES = /llvmpipe|swiftshader|basic render/i;

/** Vendor and kind of a device of Vulkan. */
export function vulkanDevice(name: string, driver: string): Pick<Adapter, 'vendor' | 'software'> {
  const known = DRIVERS.find(({ file }) => file.test(driver));
  return { vendor: known?.vendor ?? null, software: known?.software === true || SOFTWARE_NAMES.test(name) };
}

/** For logs and errors. */
export function adapterName({ name, api }: Adapter): string {
  return name ?? `a device of ${{ vulkan: 'Vulkan', metal: 'Metal', d3d12: 'Direct3D 12' }[api]} without a name`;
}
