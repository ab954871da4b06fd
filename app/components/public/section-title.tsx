/** The title of a section. One that the studio hides is still there for screen readers, as the name in the navigation. */
export function SectionTitle({ id, title, name }: { id: string; title: string; name: string }) {
  return (
    <h2 id={id} className={title === "" ? "sr-only" : undefined}>
      {title || name}
    </h2>
  );
}
