/** True while data is to be saved: smaller renditions, no previews and no live stills. */
export { useDataSaver } from '#web/state/data-saver.ts'
