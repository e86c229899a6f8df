// Imported first: later modules may use what an older Node does not have.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`ownvoice: Node 20.19 or newer is needed; this is ${process.versions.node}.`);
  process.exit(1);
}
