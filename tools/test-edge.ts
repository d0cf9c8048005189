/** The edge before the product: a real nginx with the configuration of the guide. Says what to install without it. */
import { missingForEdge } from '#tests/kit/product/nginx.ts'
import { runStages } from './run-stages.ts'
import { vitestStage } from './stages.ts'

const missing = missingForEdge()
if (missing !== undefined) console.error(missing)
process.exitCode = missing === undefined ? await runStages([vitestStage(['edge'])]) : 1
