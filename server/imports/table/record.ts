/** One entry of a table, with the line it begins on: its values by the column's name, or why it cannot be read. */
export type TableRecord =
  | { readonly line: number; readonly values: Readonly<Record<string, unknown>> }
  | { readonly line: number; readonly why: string }

/** An entry of more is not one of a table: most likely a quote or a bracket is never closed. */
export const maxEntryCharacters = 1_000_000
