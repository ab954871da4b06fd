import { type ReactNode, useContext } from "react";
import { Link } from "~/components/link";
import { SendingContext, SubmitButton } from "./write-form";

type FormButtonsProps = {
  back: string;
  pending?: string;
  /** Where `Cancelar` could be taken for what the form is about. */
  cancel?: string;
  children: ReactNode;
};

/** The end of an editor: the button that sends it, and the way out without saving. */
export function FormButtons({ back, pending, cancel = "Cancelar", children }: FormButtonsProps) {
  return (
    <div className="col-span-full flex flex-wrap gap-3">
      <SubmitButton pending={pending}>{children}</SubmitButton>
      {useContext(SendingContext).canCancel ? null : (
        <Link to={back} preventScrollReset className="button button-quiet">
          {cancel}
        </Link>
      )}
    </div>
  );
}
