/** A page in one language as one Markdown file: `# Title`, the lead, then the sections. */
import type { WrittenPage } from './page-states.ts'

export function pageDocument({ title, lead, body }: WrittenPage): string {
  return `# ${title}\n\n${lead}\n\n${body}\n`
}

/** Undefined when it does not begin with a title and a lead. */
export function readPageDocument(text: string): WrittenPage | undefined {
  const [, title = '', lead = '', body = ''] =
    /^\s*#[ \t]+(\S[^\n]*)\n\s*\n?(?!#)([^\n][\s\S]*?)\n\s*\n([\s\S]*)$/.exec(
      `${text.replaceAll('\r\n', '\n')}\n`,
    ) ?? []
  const written = { title: title.trim(), lead: lead.replaceAll(/\s*\n\s*/g, ' ').trim(), body: body.trim() }
  return written.title === '' || written.lead === '' || written.body === '' ? undefined : written
}
