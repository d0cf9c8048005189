/** How an object store is reached. */
export interface S3Access {
  /** Undefined: Amazon's of the region. */
  readonly endpoint: string | undefined
  readonly region: string
  /** The bucket is in the path of an address, not in its host name. */
  readonly isPathStyle: boolean
  readonly keyId: string
  readonly secret: string
}
