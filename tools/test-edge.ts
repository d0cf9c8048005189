/**
 * The edge before the product: a real nginx with the configuration that `deploy/edge` writes. Without nginx, prints what to
 * install.
 */
import { missingForEdge } from '#tests/kit/product/nginx.ts'
import { runStages } from './run-stages.ts'
import { vitestStage } from './stages.ts'

const missing = missingForEdge()
if (missing !== undefined) console.error(missing)
process.exitCode =
  missing === undefined ? await runStages([vitestStage(['edge-alone']), vitestStage(['edge'])]) : 1
