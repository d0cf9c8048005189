/** The public API of editing: corrections of content that concern several modules. */
export { mergeContentChannels } from './merge-channels.ts'
export { editingWorkers } from './purge-channels.ts'
export { undoContent } from './undo-content.ts'
