/**
 * The fast part: types, lint, format, dead code, the architecture test and the module tests without external programs.
 * Run it while working.
 */
import { runStages } from './run-stages.ts'
import { staticStages, vitestStage } from './stages.ts'

process.exitCode = await runStages([...staticStages, vitestStage(['unit'])])
