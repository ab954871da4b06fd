import { type ReactNode, useContext } from "react";
import { Link } from "~/components/link";
import { SendingContext, SubmitButton } from "./write-form";

type FormButtonsProps = {
  back: string;
  pending?: string;
  /** The label of the cancel link, where `Cancelar` could be mistaken for the form's own action. */
  cancel?: string;
  /** What is read before pressing, at the end of their line. */
  aside?: ReactNode;
  children: ReactNode;
};

/** The buttons of an editor: submit, and a link back without saving. */
export function FormButtons({ back, pending, cancel = "Cancelar", aside, children }: FormButtonsProps) {
  return (
    <div className="form-buttons flex flex-wrap gap-3">
      <SubmitButton pending={pending}>{children}</SubmitButton>
      {useContext(SendingContext).canCancel ? null : (
        <Link to={back} preventScrollReset className="button button-quiet">
          {cancel}
        </Link>
      )}
      {aside ? <div className="ml-auto self-center">{aside}</div> : null}
    </div>
  );
}
