/** The public API of the API keys: who of the operator's other programs may do what. */
export { openApiKeys, type ApiKeys } from './open-api-keys.ts'
export {
  findApiKey,
  listApiKeys,
  makeApiKey,
  revokeApiKey,
  rotateApiKey,
  type RotatedKey,
  type ApiKey,
  type ApiKeyFields,
} from './stored-keys.ts'
export { apiKeyWorkers } from './forget-old.ts'
export { findAccountCall, isFasterCall, noteAccountCall, type AccountCall } from './once-per-key.ts'
