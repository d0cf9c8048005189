import { useEffect } from 'react'

export interface Head {
  readonly title: string
  readonly description: string
}

/** Sets the title and the description of the page; empty ones leave the current values. */
export function applyHead({ title, description }: Head): void {
  if (title !== '') document.title = title
  if (description === '') return
  const existing = document.querySelector<HTMLMetaElement>('meta[name="description"]')
  const meta = existing ?? document.head.appendChild(document.createElement('meta'))
  meta.name = 'description'
  meta.content = description
}

/** For a page named after its content; null until that has loaded. */
export function useHead(head: Head | null): void {
  const { title, description } = head ?? { title: '', description: '' }
  useEffect(() => applyHead({ title, description }), [title, description])
}
