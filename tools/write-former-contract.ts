/** Stores the API of this checkout as that of the former release: run it when a release is made, and review the changes. */
import { readFileSync, writeFileSync } from 'node:fs'
import { api } from '#contract/api.ts'
import { externalApi } from '#contract/external/external-api.ts'
import { describeContract, writeContract } from '#contract/former/describe-contract.ts'
import { openapi } from '#contract/openapi.ts'

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
writeFileSync('contract/former/api.txt', writeContract(describeContract(openapi(api, '1'))))
writeFileSync('contract/former/external-api.txt', writeContract(describeContract(openapi(externalApi, '1'))))
writeFileSync('contract/former/release.json', `${JSON.stringify({ version, declared: [] }, undefined, 2)}\n`)
