/** The public API of changes: numbered sets of changes to content, and taking them back. */
export {
  type ChangedFields,
  type Fields,
  type Json,
  type UndoStep,
  diffFields,
  isHiddenField,
  planUndo,
} from './fields.ts'
export { type ChangeFilter, type ListedChange, listChanges, loadChange, undoDays } from './list-changes.ts'
export {
  type Author,
  type EntryOfChange,
  type NewChange,
  type States,
  diffStates,
  recordChange,
} from './record-change.ts'
export { type EntityStore, type UndoConflict, type UndoOutcome, undoChange } from './undo-change.ts'
