/** Everything: the fast part, then the contract over real HTTP, the simulations and the journeys in a browser. */
import { runStages } from './run-stages.ts'
import { staticStages, vitestStage } from './stages.ts'

process.exitCode = await runStages([
  // Most of these tests wait for streams and clocks: four more workers, and the checks, run beside two on two cores.
  [
    ...staticStages,
    vitestStage(['unit', 'components', 'integration', 'assumptions', 'simulation'], { workers: 6 }),
  ],
  // Journeys share one product and run one after another; those of the console mostly wait for pages of their own.
  [vitestStage(['contract', 'journeys']), vitestStage(['console'])],
])
