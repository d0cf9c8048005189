/** The face of the operator: what the house starts. */
export type { LoadDemoOptions, LoadedDemo } from './load-demo.ts'
export { demoGuideWorker, loadDemo, oldGuideWorker } from './load-demo.ts'
export type { PackagingHands } from './packaging.ts'
export { packagingWorker, resumePackaging } from './packaging.ts'
