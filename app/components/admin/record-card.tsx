import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Icon } from "~/components/icon";
import { Link } from "~/components/link";
import { completeAction } from "~/format/action-name";
import { whatsappUrl } from "~/format/links";
import { dialable } from "~/format/phone";
import { DeleteLink } from "./deletion";

type RecordCardProps = {
  /** The URL of the record's editor. */
  path: string;
  title: string;
  /** Completes the labels for screen readers: `el servicio Manicura`, `a Ana`. */
  recordName: string;
  /** The level of its heading, below that of its group. */
  heading?: "h2" | "h3";
  className?: string;
  picture?: ReactNode;
  /** Beside the title: what is not the rule. */
  marks?: ReactNode;
  /** What is done often. */
  acts?: ReactNode;
  /** What is read or done seldom, under "…". */
  more?: ReactNode;
  /** What is asked before it is deleted; nothing where it cannot be. */
  question?: string | undefined;
  /** Below all this, over the whole width. */
  below?: ReactNode;
  children?: ReactNode;
};

/** A record of a list (`<ul className="compact">`): a press anywhere on its card edits it, and what is rare is under "…", with deleting. */
export function RecordCard({
  path,
  title,
  recordName,
  heading: Heading = "h2",
  className = "",
  picture,
  marks,
  acts,
  more,
  question,
  below,
  children,
}: RecordCardProps) {
  return (
    <li className={`card ${className}`}>
      {picture}
      <div className="about">
        <div className="title">
          <Heading>{title}</Heading>
          {marks}
        </div>
        {children}
      </div>
      <EditLink path={path} recordName={recordName} />
      {acts}
      <MoreActions path={path} title={title} recordName={recordName} question={question}>
        {more}
      </MoreActions>
      {below ? <div className="below">{below}</div> : null}
    </li>
  );
}

type RecordProps = Pick<RecordCardProps, "path" | "recordName">;

/** The pencil that edits a record, and with it the whole card around it. */
export function EditLink({ path, recordName }: RecordProps) {
  const { search } = useLocation();
  return (
    <Link to={path + search} preventScrollReset className="edit">
      <Icon name="edit" />
      <span className="sr-only">{`Editar${completeAction("Editar", recordName)}`}</span>
    </Link>
  );
}

/** What is rare, under "…": `children`, and deleting where there is a `question`. Nothing without both. */
export function MoreActions({
  path,
  title,
  recordName,
  question,
  children,
}: RecordProps & Pick<RecordCardProps, "title" | "question" | "children">) {
  const { search } = useLocation();
  return children || question ? (
    <details>
      <summary className="square">
        <Icon name="more" />
        <span className="sr-only">{`Más acciones para ${title}`}</span>
      </summary>
      <div>
        {children}
        {question ? <DeleteLink action={`${path}/eliminar${search}`} recordName={recordName} question={question} /> : null}
      </div>
    </details>
  ) : null;
}

/** The squares that call a telephone and write to it in WhatsApp; nothing where the number is not whole. */
export function CallAndWrite({ phone, nombre }: { phone: string | null; nombre: string }) {
  const number = dialable(phone);
  return number ? (
    <>
      <a href={`tel:${number}`} className="square">
        <Icon name="phone" />
        <span className="sr-only">{`Llamar a ${nombre}`}</span>
      </a>
      <WhatsappSquare number={number} nombre={nombre} />
    </>
  ) : null;
}

/** The square that opens WhatsApp with a person. */
export function WhatsappSquare({ number, nombre }: { number: string; nombre: string }) {
  return (
    <a href={whatsappUrl(number.slice(1))} target="_blank" rel="noopener noreferrer" className="square">
      <Icon name="whatsapp" />
      <span className="sr-only">{`Escribir a ${nombre} por WhatsApp (en otra pestaña)`}</span>
    </a>
  );
}
