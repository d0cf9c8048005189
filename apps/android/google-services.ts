/** The file by which Firebase knows the Android app: https://firebase.google.com/docs/android/setup */
import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import type { AppOptions } from '#apps/package/app-options.ts'

const GoogleServices = z.object({
  project_info: z.object({ project_id: z.string() }),
  client: z.array(
    z.object({ client_info: z.object({ android_client_info: z.object({ package_name: z.string() }) }) }),
  ),
})

/**
 * What is wrong with the operator's file, and what to do; null where it fits the app or none was named. With another app's
 * file Gradle would fail much later.
 */
export async function googleServicesProblem({
  googleServices: path,
  id,
}: Pick<AppOptions, 'googleServices' | 'id'>): Promise<string | null> {
  if (path === null) return null
  const option = `--google-services ${path}`
  let parsed: unknown
  try {
    parsed = JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    return `${option}: it cannot be read as JSON: ${(error as Error).message}`
  }
  const file = z.safeParse(GoogleServices, parsed)
  if (!file.success) return `${option}: download google-services.json from the Firebase console, for Android`
  const names = file.data.client.map((client) => client.client_info.android_client_info.package_name)
  return names.includes(id)
    ? null
    : `${option}: it is for ${names.join(', ')}. Add an Android app with the id ${id} to the project`
}
