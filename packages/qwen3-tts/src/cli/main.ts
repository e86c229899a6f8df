#!/usr/bin/env node
import { MODEL_COMMANDS, runCommandLine } from './command-line.js';

process.exitCode = await runCommandLine(MODEL_COMMANDS, process.argv.slice(2));
