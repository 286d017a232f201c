//! The eight tools that can ask, when they do.

use rmcp_approval::{
    Approver, Elicitation,
    testing::{Answer, Revision, connect},
};

use crate::{
    cases::{Case, done, not_done, token, twice, with},
    world::{SERVER, World},
};

on_both! {
    a_yes_does_what_was_asked,
    a_no_of_any_kind_changes_nothing,
    where_nobody_can_be_asked_the_call_is_made_twice,
}

async fn a_yes_does_what_was_asked(world: World) {
    for revision in Revision::ALL {
        for case in Case::all(&world).await {
            let person = world.person(revision, Answer::Accept).await;
            done(&person.call(case.tool, case.args.clone()).await.unwrap());
            let asked = person.questions();
            assert_eq!(asked.len(), 1, "{}", case.tool);
            assert!(asked[0].message.starts_with(&case.asks), "{}", asked[0].message);
            assert_eq!(case.now(&world).await, case.after, "{}", case.tool);
        }
    }
}

async fn a_no_of_any_kind_changes_nothing(world: World) {
    for revision in Revision::ALL {
        for case in Case::all(&world).await {
            let before = case.now(&world).await;
            assert!(!before.is_null(), "{}", case.tool);
            for answer in [Answer::Decline, Answer::Cancel, Answer::Untick] {
                let person = world.person(revision, answer).await;
                let said = not_done(&person.call(case.tool, case.args.clone()).await.unwrap());
                assert!(said.starts_with("Nothing was changed. "), "{said}");
                assert_eq!(person.questions().len(), 1, "{}", case.tool);
                assert_eq!(case.now(&world).await, before, "{}", case.tool);
            }
            // The control, which also tidies up.
            let person = world.person(revision, Answer::Accept).await;
            done(&person.call(case.tool, case.args.clone()).await.unwrap());
            assert_eq!(case.now(&world).await, case.after, "{}", case.tool);
        }
    }
}

async fn where_nobody_can_be_asked_the_call_is_made_twice(world: World) {
    for revision in Revision::ALL {
        for case in Case::all(&world).await {
            let before = case.now(&world).await;
            let nobody = world.nobody(revision).await;
            let first = nobody.call(case.tool, case.args.clone()).await.unwrap();
            assert!(not_done(&first).starts_with("Nothing was changed. "), "{first:?}");
            assert_eq!(case.now(&world).await, before, "{}", case.tool);

            let wrong = with(&case.args, "confirm_token", "not-a-token");
            let wrong = nobody.call(case.tool, wrong).await.unwrap();
            assert!(not_done(&wrong).contains("does not fit"), "{wrong:?}");
            assert_eq!(case.now(&world).await, before, "{}", case.tool);

            let quoted = with(&case.args, "confirm_token", token(&first));
            done(&nobody.call(case.tool, quoted).await.unwrap());
            assert_eq!(case.now(&world).await, case.after, "{}", case.tool);
            assert_eq!(nobody.questions(), []);
        }
    }
}

#[tokio::test]
async fn with_the_dialog_switched_off_everybody_takes_the_token() {
    let world = World::standin().await;
    let off = || Approver::builder(SERVER).elicitation(Elicitation::Off).build().unwrap();
    for revision in Revision::ALL {
        for case in Case::all(&world).await {
            let server = world.server_with(off(), false);
            let person = connect(server).revision(revision).start().await.unwrap();
            let first = person.call(case.tool, case.args.clone()).await.unwrap();
            assert!(not_done(&first).contains("switched off"), "{first:?}");
            done(&twice(&person, case.tool, &case.args).await);
            assert_eq!(person.questions(), []);
            assert_eq!(case.now(&world).await, case.after, "{}", case.tool);
        }
    }
}
