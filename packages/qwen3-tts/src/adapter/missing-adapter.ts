import { GPU_FOLDER, type GpuNodes } from './gpu-nodes.js';

/**
 * Why there is no adapter, in one sentence.
 * @param failure what the runtime says
 * @param log what the Vulkan loader writes with `VK_LOADER_DEBUG=info,driver`
 */
export function missingAdapter(failure: string, log: string, nodes: GpuNodes): string {
  if (!/Failed to get a WebGPU adapter/.test(failure)) return `The GPU does not compute: ${firstLine(failure)}`;
  if (/Couldn't load Vulkan/.test(log)) {
    return 'There is no Vulkan loader: libvulkan.so.1 (Debian: libvulkan1) is missing.';
  }
  // An older loader gives up without naming the file.
  if (/Warning: vkEnumerateInstanceExtensionProperties\s*$/m.test(log)) {
    return 'The Vulkan loader fails, as it does when a file that describes a driver is damaged.';
  }
  if (/VK_ERROR_INCOMPATIBLE_DRIVER/.test(log)) {
    const [, damaged] = /Invalid JSON file (.+?)\.?\s*$/m.exec(log) ?? [];
    if (damaged !== undefined) return `The Vulkan loader finds no driver for a GPU: ${damaged} is damaged.`;
    const [, library] = /Failed loading library associated with ICD JSON (.+?)\. Ignoring/.exec(log) ?? [];
    if (library !== undefined) return `The Vulkan loader finds no driver for a GPU: ${library} cannot be loaded.`;
    return 'The Vulkan loader finds no driver for a GPU.';
  }
  if (/Warning: vkEnumeratePhysicalDevices\s*$/m.test(log)) return withoutDevice(nodes);
  return 'No GPU here has all that WebGPU requires.';
}

function withoutDevice({ exist, denied }: GpuNodes): string {
  if (!exist) return `No GPU is visible here: ${GPU_FOLDER} does not exist.`;
  if (denied) return `This process may not use the GPU: ${denied.path} is for the group ${denied.group}.`;
  return "The Vulkan drivers that are installed find no GPU of theirs; another vendor's driver may be missing.";
}

const firstLine = (text: string) => text.split('\n')[0]!.trim();
