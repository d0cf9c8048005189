/** The objects of an Xcode project file, read by the parser of Cordova. */
import { createRequire } from 'node:module'

export type XcodeObject = Readonly<Record<string, unknown>> & { readonly isa: string }

interface Parser {
  project(path: string): {
    parseSync(): { readonly hash: { readonly project: { readonly objects: Record<string, unknown> } } }
  }
}

/** By id. Throws when the file is not one. */
export function readXcodeProject(path: string): ReadonlyMap<string, XcodeObject> {
  // The package has no types.
  const xcode = createRequire(import.meta.url)('xcode') as Parser
  const { objects } = xcode.project(path).parseSync().hash.project
  const result = new Map<string, XcodeObject>()
  for (const section of Object.values(objects))
    for (const [id, value] of Object.entries(section as Readonly<Record<string, unknown>>))
      if (!id.endsWith('_comment')) result.set(id, value as XcodeObject)
  return result
}
