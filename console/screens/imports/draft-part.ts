import type { consoleImports } from '#contract/console/imports.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'

/** A draft with a piece of its items, as the server sends it. */
export type DraftPart = ResponseOf<typeof consoleImports.one>
