/** A text page: lines of 68 characters, a table of contents, an address for every section. The console previews with it. */
import type { ReactNode } from 'react'
import styles from './article.module.css'

interface ArticleProps {
  /** '' for one that has none yet. */
  readonly title: string
  readonly lead: string
  /** Between the title and the lead: a date. */
  readonly note?: string | undefined
  /** The label of the table of contents. */
  readonly contents: string
  readonly sections: readonly ArticleSection[]
  /** The element of the title: a page around it may have a heading of its own. */
  readonly heading?: 'h1' | 'h2'
  /** Before the sections. */
  readonly children?: ReactNode
}
interface ArticleSection {
  /** The part of the address after `#`. */
  readonly id: string
  readonly title: string
  readonly body: ReactNode
}

export function Article({
  title,
  lead,
  note,
  contents,
  sections,
  heading: Heading = 'h1',
  children,
}: ArticleProps) {
  return (
    <article className={styles.article}>
      <header className={styles.head}>
        {title !== '' && <Heading className={styles.title}>{title}</Heading>}
        {note !== undefined && <p className={styles.since}>{note}</p>}
        <p className={styles.lead}>{lead}</p>
      </header>
      <nav className={styles.contents} aria-labelledby="in-this-article">
        <h2 className={styles.contentsTitle} id="in-this-article">
          {contents}
        </h2>
        <ol>
          {sections.map((section) => (
            <li key={section.id}>
              <a href={`#${section.id}`}>{section.title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className={styles.sections}>
        {children}
        {sections.map((section) => (
          <section
            key={section.id}
            className={styles.section}
            id={section.id}
            aria-labelledby={`${section.id}-title`}
          >
            <h2 id={`${section.id}-title`}>{section.title}</h2>
            {section.body}
          </section>
        ))}
      </div>
    </article>
  )
}
