/** Prints how a measurement is called and ends the process, where `--help` is among the arguments. */
export function answerHelp(usage: string): void {
  if (!process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) return;
  console.log(usage);
  process.exit(0);
}
