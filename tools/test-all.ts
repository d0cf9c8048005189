/** Everything: the fast part, then the contract over real HTTP, the simulations and the journeys in a browser. */
import { runStages } from './run-stages.ts'
import { staticStages, vitestStage } from './stages.ts'

process.exitCode = await runStages([
  staticStages,
  // Most of these wait for streams and clocks: two more workers run beside two on two cores. Six are no faster.
  vitestStage(['unit', 'components', 'integration', 'assumptions', 'simulation'], { workers: 4 }),
  // Journeys share one product and run one after another, those of the console too: both take as long, and more at once
  // only wait longer for each other.
  [vitestStage(['contract', 'journeys']), vitestStage(['console'], { workers: 1 })],
])
