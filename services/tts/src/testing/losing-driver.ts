import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type SoftwareDevice, softwareDevice } from '@ownvoice/qwen3-tts/internals/testing/software-device';

/** Passes every call on to another Vulkan driver; while a file exists, each submission answers `VK_ERROR_DEVICE_LOST`. */
const SOURCE = `
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
typedef void (*Function)(void);
typedef Function (*Lookup)(void *, const char *);
typedef int (*Submit)(void *, unsigned, const void *, void *);
static Lookup device_lookup;
static Submit submit;

static void *in_driver(const char *name) {
  static void *driver;
  if (!driver) driver = dlopen(getenv("LOSING_DRIVER"), RTLD_NOW | RTLD_LOCAL);
  return dlsym(driver, name);
}
static int losing_submit(void *queue, unsigned count, const void *submits, void *fence) {
  return access(getenv("LOSING_WHILE"), F_OK) == 0 ? -4 : submit(queue, count, submits, fence);
}
static Function device_function(void *device, const char *name) {
  Function found = device_lookup(device, name);
  if (!found || strcmp(name, "vkQueueSubmit")) return found;
  submit = (Submit)found;
  return (Function)losing_submit;
}
Function vk_icdGetInstanceProcAddr(void *instance, const char *name) {
  Function found = ((Lookup)in_driver("vk_icdGetInstanceProcAddr"))(instance, name);
  if (!found || strcmp(name, "vkGetDeviceProcAddr")) return found;
  device_lookup = (Lookup)found;
  return (Function)device_function;
}
Function vk_icdGetPhysicalDeviceProcAddr(void *instance, const char *name) {
  Lookup lookup = (Lookup)in_driver("vk_icdGetPhysicalDeviceProcAddr");
  return lookup ? lookup(instance, name) : 0;
}
int vk_icdNegotiateLoaderICDInterfaceVersion(unsigned *version) {
  return ((int (*)(unsigned *))in_driver("vk_icdNegotiateLoaderICDInterfaceVersion"))(version);
}
`;

/** The software GPU behind a driver that can lose it. */
export class LosingDriver {
  readonly environment: Readonly<Record<string, string>>;
  readonly #whileFile: string;

  /** @param folder takes the driver */
  constructor(folder: string, { driver, environment }: SoftwareDevice) {
    mkdirSync(folder, { recursive: true });
    const [source, library, manifest] = ['losing.c', 'liblosing.so', 'losing.json'].map((name) => join(folder, name));
    writeFileSync(source!, SOURCE);
    execFileSync('gcc', ['-shared', '-fPIC', '-o', library!, source!, '-ldl']);
    const description = { file_format_version: '1.0.0', ICD: { library_path: library, api_version: '1.1.0' } };
    writeFileSync(manifest!, JSON.stringify(description));
    this.#whileFile = join(folder, 'lost');
    this.environment = {
      ...environment,
      VK_ICD_FILENAMES: manifest!,
      LOSING_DRIVER: driver,
      LOSING_WHILE: this.#whileFile,
    };
  }

  /** From now on the device is lost at its next submission; `find` ends that. */
  lose(): void {
    writeFileSync(this.#whileFile, '');
  }

  find(): void {
    rmSync(this.#whileFile, { force: true });
  }
}

/** The software GPU, if there is one and a compiler to put a driver before it. */
export function losableDevice(): SoftwareDevice | undefined {
  return spawnSync('gcc', ['--version']).status === 0 ? softwareDevice() : undefined;
}
