/** The uploads of a member of staff in the console; their bytes come by `upload-mount.ts`. */
import { consoleUploads as endpoints } from '#contract/console/uploads.ts'
import { respond } from '#contract/form/endpoint.ts'
import { bindConsole } from '#server/console/admission/bind-console.ts'
import type { FilmUploads } from '#server/imports/imports.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'

export interface UploadEndpointDeps {
  readonly uploads: Pick<FilmUploads, 'list' | 'maxBytes'>
}

export function uploadEndpoints({ uploads }: UploadEndpointDeps): readonly BoundEndpoint[] {
  return bindConsole('consoleUploads', endpoints, {
    list: async (_, { staff }) => {
      const listed = await uploads.list(staff.staffId)
      return respond({
        uploads: listed.map(({ upload, offset }) => ({
          ...{ upload_id: upload.upload_id, name: upload.name, size_bytes: upload.size_bytes, offset },
          ...{ state: upload.state, reason: upload.reason, fingerprint: upload.fingerprint },
          made_at: Math.floor(upload.made_at.getTime() / 1000),
        })),
        max_bytes: uploads.maxBytes,
      })
    },
  })
}
