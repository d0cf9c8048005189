/** Everything: the fast part, then the contract over real HTTP, the simulations and the journeys in a browser. */
import { runStages } from './run-stages.ts'
import { staticStages, vitestStage } from './stages.ts'

process.exitCode = await runStages([
  ...staticStages,
  vitestStage('unit', 'assumptions', 'simulation'),
  vitestStage('contract', 'journeys'),
])
