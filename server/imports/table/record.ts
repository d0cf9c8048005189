/** One entry of a table, with its first line: its values by column name, or the reason why it cannot be parsed. */
export type TableRecord =
  | { readonly line: number; readonly values: Readonly<Record<string, unknown>> }
  | { readonly line: number; readonly why: string }

/** A longer entry is invalid: most likely a quote or a bracket is never closed. */
export const maxEntryCharacters = 1_000_000
