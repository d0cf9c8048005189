/** The face of the operator: what the house starts. */
export type { LoadDemoOptions, LoadedDemo } from './load-demo.ts'
export { demoGuideWorker, extendDemoGuide, loadDemo, oldGuideWorker } from './load-demo.ts'
export type { PackagingHands } from './packaging.ts'
export { packagingWorker, readyAssets } from './packaging.ts'
